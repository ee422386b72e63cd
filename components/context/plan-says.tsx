import { cx } from "@/components/ui/cx";
import type { AckMatrix } from "@/lib/contracts/context";
import { FileProblems } from "@/components/faults/file-problems";

/**
 * What the session's plan says of versions in its own words, beside what was confirmed, and what is wrong with the plan. Whoever
 * keeps such a table by hand sees here where it is no longer true; it is never rewritten.
 */
export function PlanSays({ workspace, matrix: { plan, roles } }: { workspace: string; matrix: AckMatrix }) {
  if (!plan) return null;
  const confirmed = new Map(roles.map((each) => [each.role, each.confirmed]));
  return (
    <>
      <FileProblems
        workspace={workspace}
        path={plan.path}
        diagnostics={plan.diagnostics}
        className="mx-4 mb-3 rounded-md px-3 py-2"
      />
      {plan.mentions.length > 0 && (
        <p className="text-fg-3 px-4 pb-3 text-xs">
          orchestration-plan.md says:{" "}
          {plan.mentions.map(({ role, version, line }, index) => (
            <span key={index}>
              {index > 0 && ", "}
              {role} {version}{" "}
              <span className={cx(confirmed.get(role) !== version && "text-warn")}>
                (line {line}
                {sayOtherwise(confirmed.get(role), version)})
              </span>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function sayOtherwise(confirmed: string | null | undefined, version: string): string {
  if (confirmed === undefined) return "; nobody by that name is active";
  if (confirmed === null) return "; it has confirmed nothing";
  return confirmed === version ? "" : `; it has confirmed ${confirmed}`;
}
