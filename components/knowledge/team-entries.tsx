"use client";
import { Suspense, useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { useActions } from "@/components/ui/action-registry";
import { Badge } from "@/components/ui/badge";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import type { TeamScope } from "@/lib/client/paths";
import type { TeamEntry, TeamKnowledge } from "@/lib/contracts/knowledge";
import { TokenCount } from "./token-count";

const TeamEntryDialog = lazyPart(() => import("./team-entry-dialog").then((module) => module.TeamEntryDialog));

/** A team's index: every entry with what loads it and how much it costs. */
export function TeamEntries({ scope, knowledge }: { scope: TeamScope; knowledge: TeamKnowledge }) {
  const [asked, setAsked] = useState<{ entry: TeamEntry | null }>();
  useActions([
    {
      id: "team.add-entry",
      changes: true,
      label: "Add to the index…",
      group: "Page",
      keys: "c",
      run: () => setAsked({ entry: null }),
    },
  ]);
  return (
    <>
      {knowledge.entries.length === 0 && (
        <EmptyState title="The index lists nothing">
          {knowledge.exists ? knowledge.path : `${knowledge.path} does not exist; adding an entry makes it.`}
        </EmptyState>
      )}
      <ul aria-label="Entries">
        {knowledge.entries.map((entry) => (
          <li key={entry.id} className="border-line border-b">
            <button
              type="button"
              onClick={() => setAsked({ entry })}
              className="hover:bg-hover grid w-full grid-cols-[minmax(0,1.2fr)_minmax(0,1.6fr)_170px] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-start max-md:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="flex min-w-0 flex-col">
                <b dir="auto" className="truncate font-semibold">
                  {entry.id}
                </b>
                <span dir="auto" className="text-fg-3 truncate text-xs">
                  {entry.state === "read" ? (entry.description ?? entry.path) : entry.problem}
                </span>
              </span>
              <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:order-last max-md:col-span-full">
                <Badge tone={entry.priority === "high" ? "accent" : "neutral"}>{entry.priority}</Badge>
                {entry.kind === "shared" && <Badge>shared</Badge>}
                {entry.core && <Badge tone="ok">always</Badge>}
                <LoadedBy entry={entry} />
                {!entry.applicable && <Badge tone="warn">not for this team</Badge>}
              </span>
              <TokenCount tokens={entry.tokens} estimate={entry.tokensEstimate} drift={entry.drift} />
            </button>
          </li>
        ))}
      </ul>
      <Changes>
        <div className="px-4 py-2.5">
          <ActionButton action="team.add-entry" label="Add to the index…" keys="c" size="small" />
        </div>
      </Changes>
      <Suspense>
        {asked && (
          <TeamEntryDialog
            scope={scope}
            entry={asked.entry}
            etag={knowledge.etag}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** What loads an entry by itself: modes, and words of a topic. */
function LoadedBy({ entry: { modes, keywords, core } }: { entry: TeamEntry }) {
  if (modes.length + keywords.length === 0) {
    return core ? null : <span className="text-fg-3 text-xs">only when it is asked for</span>;
  }
  return (
    <span className="text-fg-2 text-xs">
      {modes.join(", ")}
      {modes.length > 0 && keywords.length > 0 && " · "}
      <span className="text-fg-3">{keywords.map((word) => `“${word}”`).join(" ")}</span>
    </span>
  );
}
