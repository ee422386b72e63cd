import type { PlanNotes } from "@/lib/contracts/context";
import { readPlan } from "@/lib/core/context/plan";
import { AppError } from "@/lib/core/errors";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { notText, unreadable } from "@/lib/services/commit/file-warnings";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { planPath } from "@/lib/core/memory/session-paths";

/**
 * What a session's plan says of versions in its own words, and what is wrong with it; undefined where there is no plan. A plan
 * that cannot be opened is told, and stops nothing else from being shown.
 */
export async function readPlanNotes(
  { store }: Pick<ServiceContext, "store">,
  { workspace, session }: SessionParams,
): Promise<PlanNotes | undefined> {
  const path = planPath(session);
  try {
    const file = await store(workspace).read(path);
    if (file === null) return undefined;
    const { mentions, diagnostics } = readPlan(file.text ?? file.bytes.toString("utf8"));
    return { path, mentions, diagnostics: file.text === null ? [notText(path), ...diagnostics] : diagnostics };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { path, mentions: [], diagnostics: [unreadable(error.message)] };
  }
}
