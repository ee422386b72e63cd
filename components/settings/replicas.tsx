import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayParts } from "@/components/ui/say-parts";
import { replicasQuery } from "@/lib/client/server";
import type { Replica } from "@/lib/contracts/replicas";
import { say } from "@/lib/core/words/say";

/** Every checkout that is kept in step: whose it is, how far behind, what waits there, and what somebody has to decide. */
export function Replicas({ workspace, origin }: { workspace: string; origin: string }) {
  const { data } = useQuery(replicasQuery(workspace));
  if (!data) return null;
  if (data.items.length === 0) {
    return (
      <p className="text-fg-2 text-xs">
        {sayParts("None yet. In a checkout: {command}", {
          command: (
            <code dir="ltr" className="[overflow-wrap:anywhere]">
              wardroom replica --url {origin} --workspace {workspace}
            </code>
          ),
        })}
      </p>
    );
  }
  return (
    <ul aria-label={say("Checkouts elsewhere")} className="border-line overflow-hidden rounded-lg border">
      {data.items.map((replica) => (
        <li
          key={`${replica.id} ${replica.person} ${replica.since}`}
          className="border-line flex flex-col gap-1 border-t px-3 py-1.5 text-xs first:border-t-0"
        >
          <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <bdi className="font-semibold [overflow-wrap:anywhere]">{replica.machine}</bdi>
            <bdi className="text-fg-2 min-w-0 flex-1 [overflow-wrap:anywhere]">{replica.person}</bdi>
            <span className="text-fg-2">{standingOf(replica)}</span>
            <span className="text-fg-3">
              {replica.pushedAt === null
                ? say("never pushed")
                : sayParts("last push {when}", { when: <RelativeTime at={replica.pushedAt} ago /> })}
            </span>
          </span>
          {replica.conflicts.map((path) => (
            <span key={path} className="text-warn [overflow-wrap:anywhere]">
              {sayParts("Not in step: {path}. To decide, there: {command}", {
                path: <bdi>{path}</bdi>,
                command: <code dir="ltr">wardroom replica status</code>,
              })}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function standingOf({ state, behind, waiting, conflicts, seenAt }: Replica) {
  if (state === "away") return sayParts("last heard of {when}", { when: <RelativeTime at={seenAt} ago /> });
  if (waiting > 0) return say("{count, plural, one {# file} other {# files}} to push", { count: waiting });
  if (behind > 0) return say("{count, plural, one {# event} other {# events}} behind", { count: behind });
  if (conflicts.length > 0) {
    return say("{count, plural, one {# file} other {# files}} to decide", { count: conflicts.length });
  }
  return say("in step");
}
