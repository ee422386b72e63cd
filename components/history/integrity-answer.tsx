import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayCount } from "@/lib/core/text/say-count";
import type { Integrity, IntegrityProblem } from "@/lib/contracts/events";

/** What a verification found, in words: the sum first, then each problem. */
export function IntegrityAnswer({ integrity }: { integrity: Integrity }) {
  const { ok, events, documents, revisions, problems, problemsFound, unchecked } = integrity;
  const open = problems.filter((problem) => !problem.accepted);
  const accepted = problems.filter((problem) => problem.accepted);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-baseline gap-2">
        <Mark tone={ok ? "ok" : "bad"} shape={ok ? "dot" : "square"} />
        <span>
          <b className="font-semibold">{ok ? "The history is complete." : sayWrong(open.length)}</b>{" "}
          <span className="text-fg-2">
            {sayCount(events, "event")}, {sayCount(documents, "document")} and {sayCount(revisions, "revision")} were
            checked.{sayReach(integrity)}
          </span>
        </span>
      </p>
      {open.length > 0 && <Problems problems={open} />}
      {problemsFound > problems.length && (
        <p className="text-fg-2">{problemsFound - problems.length} more are not shown.</p>
      )}
      {open.length > 0 && (
        <p className="text-fg-2">
          Files are as they are; nothing was changed. A backup of the data folder may hold what is missing.
        </p>
      )}
      {accepted.length > 0 && (
        <details>
          <summary className="text-fg-2">Accepted before: {accepted.length}</summary>
          <Problems problems={accepted} />
        </details>
      )}
      {unchecked.map(({ target, detail }) => (
        <p key={target} className="text-fg-2 wrap-anywhere">
          {target} could not be checked. {detail}
        </p>
      ))}
    </div>
  );
}

function Problems({ problems }: { problems: IntegrityProblem[] }) {
  return (
    <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto" tabIndex={0} aria-label="Problems of the history">
      {problems.map((problem) => (
        <li key={problem.id} className="border-line flex flex-col border-s-2 ps-2">
          <span className="font-semibold wrap-anywhere">
            {nameOf(problem)}
            {problem.since !== null && (
              <span className="text-fg-3 ms-2 text-xs font-normal">
                <RelativeTime at={problem.since} ago />
              </span>
            )}
          </span>
          <span className="text-fg-2 wrap-anywhere">{problem.detail}</span>
        </li>
      ))}
    </ul>
  );
}

function sayWrong(count: number): string {
  return count === 1 ? "One thing does not agree." : `${count} things do not agree.`;
}

/** Such as "Event 12", "Revision 3 of .agent/teams/shop/TEAM-MEMORY.md". */
function nameOf({ kind, target, revision }: IntegrityProblem): string {
  switch (kind) {
    case "event":
      return `Event ${target}`;
    case "revision":
      return `Revision ${revision ?? "?"} of ${target}`;
    case "document":
      return target;
    case "record":
      return "The signed record of the newest events";
    case "database":
      return "The database";
  }
}

function sayReach({ coveredFrom, revisionsBefore }: Integrity): string {
  if (revisionsBefore === 0) return "";
  const since = coveredFrom === null ? "" : `, before event ${coveredFrom},`;
  return ` ${sayCount(revisionsBefore, "older revision")}${since} cannot be checked: an earlier version of Wardroom recorded them without a hash.`;
}
