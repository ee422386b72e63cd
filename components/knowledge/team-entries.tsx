import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import type { TeamScope } from "@/lib/client/paths";
import type { TeamEntry, TeamKnowledge } from "@/lib/contracts/knowledge";
import { say } from "@/lib/core/words/say";
import { EntryRow } from "./entry-row";

const TeamEntryDialog = lazyPart(() => import("./team-entry-dialog").then((module) => module.TeamEntryDialog));

/** A team's index: every entry with what loads it and how much it costs. */
export function TeamEntries({ scope, knowledge }: { scope: TeamScope; knowledge: TeamKnowledge }) {
  const [asked, setAsked] = useState<{ entry: TeamEntry | null }>();
  useActions([
    {
      id: "team.add-entry",
      changes: "change the knowledge of the workspace",
      label: say("Add to the index…"),
      group: "Page",
      keys: "c",
      run: () => setAsked({ entry: null }),
    },
  ]);
  return (
    <>
      {knowledge.entries.length === 0 && (
        <EmptyState title={say("The index lists nothing")}>
          {knowledge.exists
            ? knowledge.path
            : say("{path} does not exist; adding an entry makes it.", { path: knowledge.path })}
        </EmptyState>
      )}
      <ul aria-label={say("Entries")}>
        {knowledge.entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOpen={() => setAsked({ entry })}>
            <Badge tone={entry.priority === "high" ? "accent" : "neutral"}>{entry.priority}</Badge>
            {entry.kind === "shared" && <Badge>{say("shared")}</Badge>}
            {entry.core && <Badge tone="ok">{say("always")}</Badge>}
            <LoadedBy entry={entry} />
            {!entry.applicable && <Badge tone="warn">{say("not for this team")}</Badge>}
          </EntryRow>
        ))}
      </ul>
      <Changes deed="change the knowledge of the workspace">
        <div className="px-4 py-2.5">
          <ActionButton action="team.add-entry" label={say("Add to the index…")} keys="c" size="small" />
        </div>
      </Changes>
      {asked && (
        <TeamEntryDialog scope={scope} entry={asked.entry} etag={knowledge.etag} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

/** What loads an entry by itself: modes, and words of a topic. */
function LoadedBy({ entry: { modes, keywords, core } }: { entry: TeamEntry }) {
  if (modes.length + keywords.length === 0) {
    return core ? null : <span className="text-fg-3 text-xs">{say("on request only")}</span>;
  }
  return (
    <span className="text-fg-2 text-xs">
      {modes.join(", ")}
      {modes.length > 0 && keywords.length > 0 && " · "}
      <span className="text-fg-3">{keywords.map((word) => `“${word}”`).join(" ")}</span>
    </span>
  );
}
