"use client";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { pages, type SessionScope } from "@/lib/client/paths";
import { sayWriter } from "@/lib/core/history/say-writer";
import type { LineChange } from "@/lib/contracts/blame";
import { say } from "@/lib/core/words/say";
import { DOORS } from "./blame-words";

interface LineWriterProps {
  scope: SessionScope;
  change: LineChange;
}

/** Who wrote a line and when, and the way to the revision that did; what the line said before is told on hover. */
export function LineWriter({ scope, change }: LineWriterProps) {
  const { revision, at, source, said } = change;
  const writer = sayWriter(change);
  const title = say("{writer} {source}, revision {revision}{isNew, select, true {} other {. Before: {said}}}", {
    writer,
    source: say(DOORS[source]),
    revision,
    isNew: String(said === null),
    said: said ?? "",
  });
  return (
    <Link
      href={pages.compare(scope.workspace, scope.session, revision - 1, revision)}
      title={title}
      aria-label={title}
      className="text-fg-3 hover:text-fg flex gap-2 ps-4 pe-2 font-sans"
    >
      <span className="truncate">{writer}</span>
      <RelativeTime at={at} className="ms-auto shrink-0" />
    </Link>
  );
}
