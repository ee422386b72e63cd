import { z } from "zod";
import { parseInput } from "@/lib/contracts/parse-input";
import { SessionArguments, WorkspaceArguments } from "@/lib/contracts/tool-arguments";
import { defineTool, type Tool } from "@/lib/mcp/define-tool";
import { fitAnswer } from "@/lib/mcp/fit";
import { httpOf, isConditional, type Operation } from "@/lib/operations/define-operation";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";

/** What a change that answers nothing is answered with. */
const Done = z.object({ done: z.literal(true) });

const CORRECT = "Correct what `errors` names and call again; the tool's schema shows every argument.";

/**
 * The tool of an operation that declares one for the Lead: its arguments are those of the address, the query and the body,
 * and its answer is the operation's, with the ends of lists left out where it would be too long.
 */
export function operationTool(
  operation: Operation,
  { name, destroys, ofAll }: NonNullable<Operation["leadTool"]>,
): Tool {
  const { summary, params, query, body, response, run } = operation;
  const { method } = httpOf(operation);
  const isOfSession = params !== undefined && "session" in params.shape && !ofAll;
  const { workspace: _, session, ...words }: z.ZodRawShape = params?.shape ?? {};
  const own = ofAll && session ? { session, ...words } : words;
  const fields = { ...own, ...asFlags(query?.shape ?? {}), ...shapeOf(body) };
  const output = response instanceof z.ZodObject ? z.object({ ...response.shape, cut: CUT }) : Done;
  return defineTool({
    name,
    title: summary,
    description: `${summary}.`,
    place: isOfSession ? "session" : "workspace",
    effect: method === "GET" ? "reads" : destroys ? "replaces" : "writes",
    audience: ofAll ? "leadOfAll" : "lead",
    input: z.strictObject({
      ...fields,
      ...(isConditional(operation) && { etag: ETAG }),
      ...(isOfSession ? SessionArguments : WorkspaceArguments),
    }),
    output,
    run: async ({ services, caller, params: place, signal }, given) => {
      const part = (schema: z.ZodType | undefined, names: readonly string[]) =>
        schema && parseInput(schema, pick(given, names), "the arguments", CORRECT);
      const answer = await run({
        services,
        caller,
        params: { ...place, ...pick(given, Object.keys(own)) },
        query: query && parseInput(query, wordsOf(pick(given, Object.keys(query.shape))), "the arguments", CORRECT),
        body: part(body, Object.keys(shapeOf(body))),
        change: { ...PLAIN_REQUEST, ifMatch: typeof given.etag === "string" ? given.etag.replaceAll('"', "") : null },
        signal,
      });
      return answer === null ? { done: true as const } : fitAnswer(answer as Record<string, unknown>);
    },
  });
}

/** Of what was read: a change is refused once that is no longer so. */
const ETAG = z.string().max(100).optional();
const CUT = z.literal(true).optional().meta({ description: "Lists were too long and are cut" });

/** Fields of a query, in which "true" and "false" are words, as a model says them. */
function asFlags(shape: z.ZodRawShape): z.ZodRawShape {
  const flag = z.boolean().optional();
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, isFlag(field as z.ZodType) ? flag : field]),
  );
}

function isFlag(field: z.ZodType): boolean {
  const takes = (value: unknown) => field.safeParse(value).success;
  return takes("true") && takes("false") && !takes("other");
}

/** As an address says them. */
function wordsOf(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === "boolean" ? String(value) : value]),
  );
}

function shapeOf(schema: z.ZodType | undefined): z.ZodRawShape {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function pick(given: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}
