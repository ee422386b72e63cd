import { useQuery } from "@tanstack/react-query";
import { ReadFailure } from "@/components/shell/read-failure";
import { ActionButton } from "@/components/ui/action-button";
import { Changes } from "@/components/ui/changes";
import { Peek } from "@/components/ui/peek";
import { PlainText } from "@/components/ui/plain-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { ViewSwitch } from "@/components/ui/view-switch";
import { revisionQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { Event } from "@/lib/contracts/events";
import { say, sentence, type Sentence } from "@/lib/core/words/say";
import { EventDetail } from "./event-detail";
import { eventOfRevision } from "./event-of-revision";
import { KnewThen } from "./knew-then";
import { DiffSkeleton, RevisionDiff } from "./revision-diff";
import { COMPARE_VIEWS, type CompareView } from "./use-compare";

interface ComparePaneProps {
  scope: SessionScope;
  from: number;
  to: number;
  view: CompareView;
  onView: (view: CompareView) => void;
  /** The event that made `to`, where it is among those that were read. */
  event: Event | undefined;
  /** Whether `event` was read as one, and not told from a revision. */
  chained: boolean;
  onClose: () => void;
}

const VIEW_WORDS: Record<CompareView, Sentence> = {
  unified: sentence("Unified"),
  split: sentence("Split"),
  text: sentence("File"),
};

/** What changed between two revisions, and what can be done about it. */
export function ComparePane({ scope, from, to, view, onView, event: read, chained, onClose }: ComparePaneProps) {
  const single = to - from === 1;
  // A link may lead further back than the timeline has been read.
  const { data: revision } = useQuery({ ...revisionQuery(scope, to), enabled: read === undefined && to > 0 });
  const event = read ?? (revision && eventOfRevision(revision.revision, scope.session));
  return (
    <Peek
      label={say("Comparison")}
      wide
      onClose={onClose}
      heading={
        <>
          <h2 className="truncate font-semibold">
            {view === "text"
              ? say("Revision {to}", { to })
              : single
                ? say("Revision {to}", { to })
                : say("Revision {from} → {to}", { from, to })}
          </h2>
          {event && <RelativeTime at={event.at} ago className="text-fg-3 truncate text-xs" />}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <ViewSwitch
          label={say("How it is shown")}
          views={COMPARE_VIEWS}
          value={view}
          onChange={onView}
          name={(each) => say(VIEW_WORDS[each])}
          wide="split"
        />
        <span className="flex-1" />
        <ActionButton action="history.now" label={say("Compare with current")} keys="c" size="small" look="ghost" />
        <Changes deed="undo a revision of the team memory">
          {single && <ActionButton action="history.undo" label={say("Undo")} keys="u" size="small" />}
        </Changes>
        <Changes>
          <ActionButton action="history.restore" label={say("Restore…")} keys="r" size="small" />
        </Changes>
      </div>
      {view === "text" ? (
        <RevisionText scope={scope} revision={to} />
      ) : (
        <RevisionDiff scope={scope} from={from} to={to} split={view === "split"} />
      )}
      {single && event && (
        <>
          <EventDetail event={event} chained={chained && read !== undefined} />
          <KnewThen scope={scope} at={event.at} />
        </>
      )}
    </Peek>
  );
}

/** The whole file as it was at a revision, with line numbers. */
function RevisionText({ scope, revision }: { scope: SessionScope; revision: number }) {
  const { data, error, refetch } = useQuery({ ...revisionQuery(scope, revision), enabled: revision > 0 });
  if (revision === 0) return <p className="text-fg-2">{say("Before the first revision there was no file.")}</p>;
  if (!data) return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <DiffSkeleton />;
  return <PlainText text={data.text} label={say("The file at revision {revision}", { revision })} />;
}
