import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { LineDiff } from "@/components/ui/line-diff";
import { Select } from "@/components/ui/select";
import { diffQuery, memoryHeadQuery, revisionQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { findSection } from "@/lib/core/memory/find-section";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { DiffSkeleton, RevisionDiff } from "./revision-diff";
import { useRevisionActs } from "./use-revision-acts";

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
  const roles = useMemo(() => rolesOf(then.data?.text ?? ""), [then.data]);
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
      description={say("Restores the full file, or one section, as a new revision. Below is what changes.")}
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
            <DiffSkeleton />
          )
        ) : (
          <RevisionDiff scope={scope} from={shown.revision} to={revision} split={false} />
        )
      ) : head.error ? (
        <ReadFailure error={head.error} onRetry={() => void head.refetch()} />
      ) : (
        <DiffSkeleton />
      )}
    </FormDialog>
  );
}

/** Whose sections a text has, each once. */
function rolesOf(text: string): string[] {
  return [...new Set(parseMemory(text).sections.map(({ role }) => role))];
}

/** What restoring a section changes: its body, and its heading only where it is gone. */
function sectionDiff(role: string, now: string, then: string) {
  const bodyIn = (text: string) => {
    const section = findSection(parseMemory(text), role);
    return section && text.slice(section.start + section.bodyStart, section.end).trimEnd();
  };
  return unifiedDiff(bodyIn(now) ?? "", bodyIn(then) ?? "");
}
