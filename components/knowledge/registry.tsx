import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FileProblems } from "@/components/faults/file-problems";
import { useActions } from "@/components/ui/action-registry";
import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { registryQuery } from "@/lib/client/knowledge";
import type { Knowledge } from "@/lib/contracts/knowledge";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { EntryRow } from "./entry-row";
import { Reading } from "./reading";

const EntryDialog = lazyPart(() => import("./entry-dialog").then((module) => module.EntryDialog));

/** The shared registry: every entry with its tags, its tokens, and which teams use it. */
export function Registry({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(registryQuery(workspace));
  const [asked, setAsked] = useState<{ entry: Knowledge | null }>();
  useActions([
    {
      id: "knowledge.add",
      changes: "change the knowledge of the workspace",
      label: say("Add shared knowledge…"),
      group: "Page",
      keys: "c",
      enabled: data !== undefined,
      run: () => setAsked({ entry: null }),
    },
  ]);
  if (data === undefined) return <Reading what={say("The registry")} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <FileProblems
        workspace={workspace}
        path={data.path}
        diagnostics={data.diagnostics}
        keys
        className="px-4 py-1.5"
      />
      {data.items.length === 0 && (
        <EmptyState title={say("Nothing is shared yet")}>
          {sayParts(
            "{code} has no entry. Add a file that several teams need, or look under Duplicates for one they have copied.",
            { code: <code className="font-mono text-xs">{data.path}</code> },
          )}
        </EmptyState>
      )}
      <ul aria-label={say("Shared knowledge")}>
        {data.items.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOpen={() => setAsked({ entry })}>
            {entry.state !== "read" && <Badge tone="bad">{entry.state}</Badge>}
            {entry.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            <span className="text-fg-3 text-xs">{sayUse(entry)}</span>
          </EntryRow>
        ))}
      </ul>
      <Changes deed="change the knowledge of the workspace">
        <div className="px-4 py-2.5">
          <ActionButton action="knowledge.add" label={say("Add shared knowledge…")} keys="c" size="small" />
        </div>
      </Changes>
      {asked && (
        <EntryDialog workspace={workspace} entry={asked.entry} etag={data.etag} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function sayUse({ usedBy }: Knowledge): string {
  if (usedBy.length === 0) return say("used by no team");
  return usedBy
    .map(({ team, applicable }) => (applicable ? team : say("{team} (not automatically)", { team })))
    .join(", ");
}
