"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { itemLifeQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import type { Revision } from "@/lib/contracts/revisions";

/** Everything that ever happened to an item: who, what, by which door, when. */
export function ItemLife({ scope, item }: { scope: SessionScope; item: string }) {
  const { data, isError, refetch } = useQuery(itemLifeQuery(scope, item));
  return (
    <section aria-label="History">
      <h3 className="text-fg-3 mb-2 text-xs font-semibold">History</h3>
      {data?.revisions.length === 0 && (
        <p className="text-fg-3 text-xs">It was there before Wardroom first read the file.</p>
      )}
      {data && (
        <ol className="text-xs">
          {data.revisions.map((revision) => (
            <Step key={revision.revision} revision={revision} />
          ))}
        </ol>
      )}
      {!data && !isError && <Skeleton className="h-3 w-40" />}
      {!data && isError && (
        <Button size="small" onClick={() => void refetch()}>
          Could not be read: retry
        </Button>
      )}
    </section>
  );
}

const DOTS = {
  person: { tone: "accent", shape: "dot" },
  agent: { tone: "ok", shape: "dot" },
  disk: { tone: "warn", shape: "ring" },
} as const;

const DOORS = {
  ui: "in the dashboard",
  api: "over HTTP",
  mcp: "over MCP",
  cli: "on the command line",
  disk: "in the file",
} as const;

function Step({ revision }: { revision: Revision }) {
  const { actor, actorKind, source, roles, operation, at } = revision;
  const outside = actorKind === "disk";
  return (
    <li className="before:bg-line relative flex gap-2.5 pb-3 before:absolute before:start-[3px] before:top-4 before:bottom-0 before:w-px last:before:hidden">
      <Mark {...DOTS[actorKind]} className="mt-[5px]" />
      <div className="min-w-0">
        <p className="written">
          <b className="font-semibold">{outside ? "Edited outside" : actor}</b>{" "}
          <span className="text-fg-2">
            {outside
              ? roles.length > 0
                ? `of Wardroom, in the section of ${roles.join(", ")}`
                : "of Wardroom"
              : `${sayOperation(operation)} ${DOORS[source]}`}
          </span>
        </p>
        <p className="text-fg-3">
          <RelativeTime at={at} ago /> · revision {revision.revision}
        </p>
      </div>
    </li>
  );
}

const WORDS: Record<string, string> = {
  add: "wrote it",
  archive: "archived it",
  unarchive: "unarchived it",
  resolve: "resolved it",
  edit: "edited it",
  undo: "undid a change of it",
  revert: "brought an earlier text back",
  approve: "approved it",
  prune: "pruned it",
};

/** The words for an operation; one that is not known is named. */
function sayOperation(operation: string): string {
  return WORDS[operation] ?? `changed it (${operation})`;
}
