import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/components/ui/action-button";
import { Changes } from "@/components/ui/changes";
import { Peek } from "@/components/ui/peek";
import { PlainText } from "@/components/ui/plain-text";
import { RelativeTime } from "@/components/ui/relative-time";
import { ViewSwitch } from "@/components/ui/view-switch";
import { revisionQuery, diffQuery, memoryHeadQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { Event } from "@/lib/contracts/events";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { EventDetail, MomentLink } from "./event-detail";
import { eventOfRevision } from "./event-of-revision";
import { RevisionDiff } from "./revision-diff";
import { COMPARE_VIEWS, type CompareView } from "./use-compare";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { LineDiff } from "@/components/ui/line-diff";
import { Select } from "@/components/ui/select";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { findSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { sayParts } from "@/components/ui/say-parts";
import { useRevisionActs } from "./use-revision-acts";
import { Unread } from "@/components/shell/read-failure";

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
          <MomentLink scope={scope} at={event.at} />
        </>
      )}
    </Peek>
  );
}

function RevisionText({ scope, revision }: { scope: SessionScope; revision: number }) {
  const { data, error, refetch } = useQuery({ ...revisionQuery(scope, revision), enabled: revision > 0 });
  if (revision === 0) return <p className="text-fg-2">{say("Before the first revision there was no file.")}</p>;
  if (!data) return <Unread {...{ error, refetch }} />;
  return <PlainText text={data.text} label={say("The file at revision {revision}", { revision })} />;
}

/** No role has this name. */
const WHOLE = "-";

interface RestoreDialogProps {
  scope: SessionScope;
  revision: number;
  onClose: () => void;
  onRestored: () => void;
}

/** Shows what restoring a revision would do to the memory as it is now, and does exactly that. */
export function RestoreDialog({ scope, revision, onClose, onRestored }: RestoreDialogProps) {
  const head = useQuery(memoryHeadQuery(scope));
  // What is looked at stays: a change made meanwhile is announced, not slipped under the reader's hand.
  const [seen, setSeen] = useState<NonNullable<typeof head.data>>();
  const acts = useRevisionActs(scope);
  const shown = seen ?? head.data;
  if (seen === undefined && head.data) setSeen(head.data);
  const [part, setPart] = useState(WHOLE);
  const then = useQuery(revisionQuery(scope, revision));
  const now = useQuery({
    ...revisionQuery(scope, shown?.revision ?? 0),
    enabled: shown !== undefined && part !== WHOLE,
  });
  const whole = useQuery({ ...diffQuery(scope, shown?.revision ?? 0, revision), enabled: shown !== undefined });
  const roles = useMemo(
    () => [...new Set(parseMemory(then.data?.text ?? "").sections.map(({ role }) => role))],
    [then.data],
  );
  const ofPart = useMemo(
    () => (part !== WHOLE && then.data && now.data ? sectionDiff(part, now.data.text, then.data.text) : undefined),
    [part, then.data, now.data],
  );
  const diff = part === WHOLE ? whole.data : ofPart;
  const newer = shown && head.data ? head.data.revision - shown.revision : 0;
  const same = diff?.hunks.length === 0;

  async function restore() {
    if (!shown) return;
    if (await acts.restore(revision, part === WHOLE ? null : part, shown.etag)) onRestored();
    else void head.refetch();
  }

  return (
    <FormDialog
      title={say("Restore revision {revision}", { revision })}
      description={say("Restores the full file or one section as a new revision.")}
      width="wide"
      toRead
      onClose={onClose}
      submit={say("Restore")}
      busy={acts.busy}
      ready={diff !== undefined && !same && newer === 0}
      onSubmit={() => void restore()}
      beside={
        newer > 0 && (
          <p role="status" className="text-warn me-auto">
            {sayParts(
              "{newer, plural, one {# revision} other {# revisions}} came since you opened this. <button>Refresh</button>",
              {
                newer,
                button: (inside) => (
                  <Button size="small" onClick={() => setSeen(head.data)}>
                    {inside}
                  </Button>
                ),
              },
            )}
          </p>
        )
      }
    >
      {roles.length > 1 && (
        <Select
          label={say("Restore")}
          value={part}
          options={[
            { value: WHOLE, label: say("The whole file") },
            ...roles.map((role) => ({ value: role, label: say("The section of {role}", { role }) })),
          ]}
          onChange={setPart}
        />
      )}
      {shown ? (
        same ? (
          <p className="text-fg-2">
            {part === WHOLE
              ? say("The memory already has exactly this text.")
              : say("The section already has exactly this text.")}
          </p>
        ) : part !== WHOLE ? (
          ofPart ? (
            <LineDiff diff={ofPart} label={say("Changes to the section of {part}", { part })} />
          ) : (
            <SkeletonRows height="h-6" />
          )
        ) : (
          <RevisionDiff scope={scope} from={shown.revision} to={revision} split={false} />
        )
      ) : (
        <Unread error={head.error} refetch={() => head.refetch()} />
      )}
    </FormDialog>
  );
}

/** What restoring a section changes: its body, and its heading only where it is gone. */
function sectionDiff(role: string, now: string, then: string) {
  const bodyIn = (text: string) => {
    const section = findSection(parseMemory(text), role);
    return section && text.slice(section.start + section.bodyStart, section.end).trimEnd();
  };
  return unifiedDiff(bodyIn(now) ?? "", bodyIn(then) ?? "");
}
