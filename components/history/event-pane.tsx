import { Link } from "@/components/ui/link";
import { lazyPart } from "@/components/ui/lazy-part";
import { buttonClass } from "@/components/ui/button";
import { Peek } from "@/components/ui/peek";
import { pages } from "@/lib/client/paths";
import type { Event } from "@/lib/contracts/events";
import { revisionOf } from "@/lib/client/describe-event";
import { say } from "@/lib/core/i18n/say";
import { EventDetail, MomentLink } from "./event-detail";

const EventComments = lazyPart(() =>
  import("@/components/people/item-comments").then((module) => module.EventComments),
);

interface EventPaneProps {
  event: Event;
  workspace: string;
  /** Whether it is shown among those of its session, so that nothing leads there. */
  inSession?: boolean;
  onClose: () => void;
}

export function EventPane({ event, workspace, inSession = false, onClose }: EventPaneProps) {
  const revision = revisionOf(event);
  return (
    <Peek
      label={say("Event")}
      heading={<h2 className="font-semibold">{say("Event {id}", { id: event.id })}</h2>}
      onClose={onClose}
    >
      <EventDetail event={event} />
      <EventComments event={event} />
      {event.session !== null && <MomentLink scope={{ workspace, session: event.session }} at={event.at} />}
      {!inSession && event.session !== null && (
        <div className="flex flex-wrap gap-2">
          {revision !== null && (
            <Link href={pages.compare(workspace, event.session, revision - 1, revision)} className={buttonClass()}>
              {say("See what changed")}
            </Link>
          )}
          <Link href={pages.memory(workspace, event.session)} className={buttonClass({ look: "ghost" })}>
            {say("Open the session")}
          </Link>
        </div>
      )}
    </Peek>
  );
}
