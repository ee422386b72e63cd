import type { z } from "zod";
import { AppError } from "@/lib/core/errors";
import { smallest } from "@/lib/core/lists";
import { didYouMean } from "@/lib/core/text/did-you-mean";

/** What a caller gave, as a contract reads it; `invalid_input` with the fault of each field. `where` stands in its sentence. */
export function parseInput<S extends z.ZodType>(schema: S, given: unknown, where: string, hint: string): z.infer<S> {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error === undefined) return data;
  const errors = fieldFaults(error);
  const [first] = errors;
  const detail = first === undefined ? "" : ` ${first.path === "" ? "" : `${first.path}: `}${first.message}`;
  throw new AppError("invalid_input", `Something in ${where} is not valid.${detail}`, { hint, errors });
}

/** The fault of one field: a JSON path such as `roles.0.id`, and what is wrong there. */
interface FieldFault {
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
  return [{ path: path.join("."), message: issue.message + meant(issue) }];
}

/** A sentence that suggests the nearest allowed value, if the issue lists the allowed ones; else nothing. */
function meant(issue: Issue): string {
  if (issue.code !== "invalid_value" || typeof issue.input !== "string") return "";
  const question = didYouMean(issue.input, issue.values.map(String));
  return question === "" ? "" : `. ${question.trimEnd()}`;
}

/** Weighs more than all fields of a shape that may be missing. */
const UNKNOWN_FIELD = 1000;

/**
 * The shape that was meant: the one that knows most of the fields given, and of those the one with the fewest faults. One
 * of another type altogether is the last to be.
 */
function nearestOf(shapes: readonly Issue[][]): Issue[] | undefined {
  const distances = shapes.map((faults) => faults.reduce((sum, fault) => sum + distanceOf(fault), 0));
  return shapes[distances.indexOf(smallest(distances))];
}

function distanceOf(fault: Issue): number {
  if (fault.code === "invalid_type" && fault.path.length === 0) return Infinity;
  return fault.code === "unrecognized_keys" ? fault.keys.length * UNKNOWN_FIELD : 1;
}
