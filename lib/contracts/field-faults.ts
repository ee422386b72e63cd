import type { z } from "zod";

/** The fault of one field: a JSON path such as `roles.0.id`, and what is wrong there. */
export interface FieldFault {
  path: string;
  message: string;
}

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with each field, as a problem's `errors` tell it. Where a value may have one of several shapes, the faults
 * are those of the shape it comes nearest to: that it has none of them would help nobody.
 */
export function fieldFaults({ issues }: z.ZodError): FieldFault[] {
  return issues.flatMap((issue) => faultsOf(issue, []));
}

function faultsOf(issue: Issue, above: PropertyKey[]): FieldFault[] {
  const path = [...above, ...issue.path];
  const nearest = issue.code === "invalid_union" ? nearestOf(issue.errors) : undefined;
  if (nearest !== undefined) return nearest.flatMap((each) => faultsOf(each, path));
  return [{ path: path.join("."), message: issue.message }];
}

/** The shape with the fewest faults; one of another type altogether is the last to be meant. */
function nearestOf(shapes: readonly Issue[][]): Issue[] | undefined {
  const distance = (faults: readonly Issue[]) =>
    faults.some(({ code, path }) => code === "invalid_type" && path.length === 0) ? Infinity : faults.length;
  return [...shapes].sort((a, b) => (distance(a) === distance(b) ? 0 : distance(a) - distance(b)))[0];
}
