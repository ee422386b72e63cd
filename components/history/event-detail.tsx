import { buttonClass } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import { Link } from "@/components/ui/link";
import { pages, type SessionScope } from "@/lib/client/paths";
import type { Event } from "@/lib/contracts/events";
import { showInvisible } from "@/lib/core/text/visible";
import { describeEvent, runOf, sayActor, saySource } from "@/lib/client/describe-event";
import { say, sentence } from "@/lib/core/i18n/say";
import { lostBySeveral, splitEvent } from "./split-event";

const KINDS = { person: sentence("a person"), agent: sentence("an agent"), disk: sentence("the disk") } as const;

interface EventDetailProps {
  event: Event;
  /** False where a revision is told as an event: it has no place in the chain. */
  chained?: boolean;
}

export function EventDetail({ event, chained = true }: EventDetailProps) {
  const { quote } = describeEvent(event);
  const parts = splitEvent(event);
  const lost = lostBySeveral(event);
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part, at) => (
        <p key={at} className="written">
          <b className="font-semibold">{sayActor(part)}</b> {describeEvent(part).did}
        </p>
      ))}
      {lost > 0 && <p>{say("{lost, plural, one {# item is} other {# items are}} gone", { lost })}</p>}
      {quote !== null && (
        <blockquote className="border-line written text-fg-2 border-s-2 ps-3">{showInvisible(quote)}</blockquote>
      )}
      <Facts>
        <Fact name={say("Who")}>
          {[...new Set(parts.map((part) => `${sayActor(part)}, ${say(KINDS[part.actorKind])}`))].join("; ")}
        </Fact>
        <Fact name={say("From where")}>{saySource(event.source)}</Fact>
        {runOf(event) !== null && (
          <Fact name={say("Run")}>
            <code className="font-mono break-all">{runOf(event)}</code>
          </Fact>
        )}
        <Fact name={say("When")}>
          <ExactTime at={event.at} /> (<RelativeTime at={event.at} ago />)
        </Fact>
        {event.session !== null && <Fact name={say("Session")}>{event.session}</Fact>}
        <Fact name={say("Target")}>{event.target}</Fact>
        {chained && (
          <>
            <Fact name={say("Event")}>
              {event.id} · <code className="font-mono">{event.action}</code>
            </Fact>
            <Fact name={say("Hash")}>
              <code className="font-mono" title={say("after {previousHash}", { previousHash: event.previousHash })}>
                {event.hash.slice(0, 16)}…
              </code>
            </Fact>
          </>
        )}
      </Facts>
    </div>
  );
}

/** Leads to the session as it stood at a moment. */
export function MomentLink({ scope: { workspace, session }, at }: { scope: SessionScope; at: string }) {
  return (
    <Link href={pages.moment(workspace, session, at)} className={`${buttonClass({ size: "small" })} self-start`}>
      {say("Who knew what")}
    </Link>
  );
}
