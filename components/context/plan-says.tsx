import { cx } from "@/components/ui/cx";
import type { AckMatrix } from "@/lib/contracts/context";
import { FileProblems } from "@/components/faults/file-problems";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

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
          {sayParts("orchestration-plan.md says: {list}", {
            list: plan.mentions.map(({ role, version, line }, index) => (
              <span key={index}>
                {index > 0 && ", "}
                {role} {version}{" "}
                <span className={cx(confirmed.get(role) !== version && "text-warn")}>
                  {say("(line {line}{sayOtherwise})", {
                    line,
                    sayOtherwise: sayOtherwise(confirmed.get(role), version),
                  })}
                </span>
              </span>
            )),
          })}
        </p>
      )}
    </>
  );
}

function sayOtherwise(confirmed: string | null | undefined, version: string): string {
  if (confirmed === undefined) return say("; nobody by that name is active");
  if (confirmed === null) return say("; it has confirmed nothing");
  return confirmed === version ? "" : say("; it has confirmed {confirmed}", { confirmed });
}
