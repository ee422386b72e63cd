import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { tagMark } from "@/lib/client/tag-marks";
import type { Event } from "@/lib/contracts/events";
import type { ActorKind } from "@/lib/contracts/primitives";
import { type Act, actOf, describeEvent, revisionOf, sayActor, saySource } from "@/lib/client/describe-event";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence, type Sentence } from "@/lib/core/words/say";
import { lostBySeveral, splitEvent } from "./split-event";

const DOTS: Record<ActorKind, string> = {
  person: "rounded-full bg-accent",
  agent: "rounded-[2px] bg-fg-3",
  disk: "rounded-full border-2 border-warn bg-bg",
};

const WORDS: Record<ActorKind, Sentence> = {
  person: sentence("A person"),
  agent: sentence("An agent"),
  disk: sentence("On disk"),
};

/** What kind of actor it was, by shape as well as colour: a person, an agent, or the disk. */
function ActorDot({ kind, className }: { kind: ActorKind; className?: string }) {
  return (
    <span className={cx("inline-flex", className)} title={say(WORDS[kind])}>
      <i aria-hidden className={cx("block size-2", DOTS[kind])} />
      <span className="sr-only">{say(WORDS[kind])}: </span>
    </span>
  );
}

interface EventLineProps {
  event: Event;
  /** Below the line of its run, which names the actor already. */
  inRun: boolean;
  showSession: boolean;
}

/** One event in a sentence, with what it was about below. */
export function EventLine({ event, ...shown }: EventLineProps) {
  const parts = splitEvent(event);
  const lost = lostBySeveral(event);
  return (
    <span className="flex w-full min-w-0 flex-col">
      {parts.map((part, at) => (
        <PartLine key={at} event={part} {...shown} />
      ))}
      {lost > 0 && (
        <span className="text-fg-2 ps-5.5 pb-1.5 text-start text-xs">
          {say("{lost, plural, one {# item is} other {# items are}} gone", { lost })}
        </span>
      )}
    </span>
  );
}

/** What one actor did of it. */
function PartLine({ event, inRun, showSession }: EventLineProps) {
  const { did, tag, quote } = describeEvent(event);
  const revision = revisionOf(event);
  return (
    <Line
      dot={<ActorDot kind={event.actorKind} />}
      inRun={inRun}
      revision={revision === null ? undefined : `r${revision}`}
      at={event.at}
    >
      <span className="written">
        {!inRun && <b className="font-semibold">{sayActor(event)}</b>} {did}
        <span className="text-fg-3"> {saySource(event.source)}</span>
        {showSession && event.session !== null && <span className="text-fg-3"> · {event.session}</span>}
      </span>
      {quote !== null && (
        <span className="text-fg-2 mt-0.5 flex min-w-0 items-baseline gap-1.5 text-xs">
          {tag !== null && (
            <span className="inline-flex shrink-0 items-baseline gap-1.5">
              <Mark {...tagMark(tag)} />
              {tag}
            </span>
          )}
          <span dir="auto" className="min-w-0 truncate">
            {quote}
          </span>
        </span>
      )}
    </Line>
  );
}

interface RunLineProps {
  events: Event[];
  open: boolean;
  showSession: boolean;
}

/** What one actor did in one go, as one line. */
export function RunLine({ events, open, showSession }: RunLineProps) {
  const newest = events[0] && splitEvent(events[0])[0];
  const oldest = events.at(-1);
  if (!newest || !oldest) return null;
  const act = actOf(newest);
  if (act !== null) return <ActLine act={act} events={events} open={open} showSession={showSession} />;
  const revisions = events.map(revisionOf).filter((revision) => revision !== null);
  const revision = revisions.length > 1 ? `r${revisions.at(-1)}–${revisions[0]}` : undefined;
  return (
    <Line dot={<ActorDot kind={newest.actorKind} />} inRun={false} revision={revision} at={newest.at}>
      <span className="written">
        {sayParts("{actor} made <badge>{events} changes</badge>{source}", {
          actor: <b className="font-semibold">{sayActor(newest)}</b>,
          badge: (inside) => <Badge className="font-semibold">{inside}</Badge>,
          events: events.length,
          source: <span className="text-fg-3"> {saySource(newest.source)}</span>,
        })}
        {showSession && newest.session !== null && <span className="text-fg-3"> · {newest.session}</span>}
      </span>
      {!open && <span className="text-fg-2 mt-0.5 truncate text-xs">{sumUp(events)}</span>}
    </Line>
  );
}

/** What one command of git did to files, as one line. */
function ActLine({ act, events, open, showSession }: RunLineProps & { act: Act }) {
  const newest = events[0];
  if (!newest) return null;
  const files = [...new Set(events.map(({ target }) => target))];
  const sessions = [...new Set(events.flatMap(({ session }) => session ?? []))];
  return (
    <Line dot={<ActorDot kind={newest.actorKind} />} inRun={false} revision={undefined} at={newest.at}>
      <span className="written">
        {sayParts("{command} changed {files}", {
          command: <code className="font-mono text-xs font-semibold">{act.command}</code>,
          files: (
            <Badge className="font-semibold">
              {say("{files, plural, one {# file} other {# files}}", { files: files.length })}
            </Badge>
          ),
        })}
        {showSession && sessions.length > 1 && (
          <span className="text-fg-3">
            {" "}
            {say("in {sessions, plural, one {# session} other {# sessions}}", { sessions: sessions.length })}
          </span>
        )}
        {showSession && sessions.length === 1 && <span className="text-fg-3"> · {sessions[0]}</span>}
      </span>
      {!open && <span className="text-fg-2 mt-0.5 truncate text-xs">{files.join(", ")}</span>}
    </Line>
  );
}

/** "added 5 items, resolved an item": the most frequent first. */
function sumUp(events: Event[]): string {
  const counts = new Map<string, number>();
  for (const event of events) {
    const { did } = describeEvent(event);
    counts.set(did, (counts.get(did) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([did, count]) => sayTimes(did, count))
    .join(", ");
}

function sayTimes(did: string, count: number): string {
  if (count === 1) return did;
  return did.includes("an item")
    ? did.replace("an item", `${count} items`)
    : say("{did} {count} times", { did, count });
}

interface LineProps {
  dot: React.ReactNode;
  inRun: boolean;
  revision: string | undefined;
  at: string;
  children: React.ReactNode;
}

function Line({ dot, inRun, revision, at, children }: LineProps) {
  return (
    <span className={cx("flex w-full min-w-0 items-start gap-2.5 py-1.5 text-start", inRun && "ps-5")}>
      <span className="relative z-[1] flex h-5 w-3 shrink-0 items-center justify-center">{dot}</span>
      <span className="flex min-w-0 flex-1 flex-col">{children}</span>
      <span className="text-fg-3 flex shrink-0 items-baseline gap-2.5 text-xs leading-5 whitespace-nowrap">
        {revision && <span className="font-mono">{revision}</span>}
        <RelativeTime at={at} className="min-w-10 text-end" />
      </span>
    </span>
  );
}
