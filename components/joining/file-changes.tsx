"use client";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { LineDiff } from "@/components/ui/line-diff";
import type { FileChange } from "@/lib/contracts/file-change";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/words/say";

const KINDS = {
  created: { tone: "ok", word: sentence("Added") },
  changed: { tone: "warn", word: sentence("Changed") },
  removed: { tone: "bad", word: sentence("Removed") },
} as const;

/** What each file of a project becomes; a diff is drawn when its file is opened. */
export function FileChanges({ folder, changes }: { folder: string; changes: readonly FileChange[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-fg-2">
        {sayParts(
          "{changes, plural, one {# file} other {# files}} in {code} will change. Nothing outside that folder is touched.",
          { changes: changes.length, code: <code className="font-mono text-xs wrap-anywhere">{folder}</code> },
        )}
      </p>
      <ul aria-label={say("Files that change")} className="border-line divide-line divide-y rounded-md border">
        {changes.map((change) => (
          <li key={change.path}>
            <Change change={change} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Change({ change }: { change: FileChange }) {
  const { path, kind, added, removed } = change;
  const { tone, word } = KINDS[kind];
  // What is there already is what a person looks at first.
  const [isOpen, setOpen] = useState(kind !== "created");
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="hover:bg-hover flex min-h-8 cursor-default flex-wrap items-center gap-x-2 px-2.5 select-none">
        <span aria-hidden className="text-fg-3 w-2.5 group-open:rotate-90">
          ›
        </span>
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{path}</code>
        <span className="text-xs tabular-nums">
          {added > 0 && <span className="text-ok">+{added}</span>}
          {removed > 0 && <span className="text-bad ms-1">−{removed}</span>}
        </span>
        <Badge tone={tone}>{say(word)}</Badge>
      </summary>
      {isOpen && (
        <div className="px-2.5 pb-2.5">
          <LineDiff diff={change} label={say("Changes to {path}", { path })} />
        </div>
      )}
    </details>
  );
}
