import type { z } from "zod";
import { TOOLS } from "@/lib/mcp/tools";
import { OPERATIONS } from "@/lib/operations/operations";
import type { Operation } from "@/lib/operations/define-operation";
import type { ErrorCode } from "@/lib/core/errors";
import { shortAnswer, withShortEtags } from "@/lib/core/text/short-answer";

/** Ids and the like that earlier steps were answered in one workspace, by names of the steps' own. */
export type Known = Record<string, string>;

/** A door that has no such thing: the reason, in a word. */
type Without = string;

/** Of what the Lead alone does. Where its operation declares a tool, the step takes that. */
export const OF_LEAD = "the Lead's, at the dashboard";

/** Method, path below the workspace, body, headers. */
export type RestCall = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** Reads something else of the workspace that was reached through REST, as the owner. */
export type ReadRest = <Schema extends z.ZodType>(schema: Schema, path: string) => Promise<z.infer<Schema>>;

/** A call of a tool, and what it must answer where REST answered that. */
export interface ToolCall {
  tool: string;
  args: (known: Known) => Record<string, unknown>;
  shows: (answer: unknown, read: ReadRest) => unknown;
}

/** One thing done through all three doors. A door that has no such thing says why, and its workspace is brought along by REST. */
export interface Step {
  name: string;
  /** The role that does it; the Lead when left out. */
  as?: string;
  rest: ((known: Known) => RestCall) | Without;
  mcp: ToolCall | Without;
  cli: ((known: Known) => string[]) | Without;
  /** What the command reads on standard input. */
  stdin?: string;
  /** What later steps need of the answer of any door. */
  keep?: (answer: Answered) => Record<string, string | undefined>;
  /** The code of the error that all give; none when left out. */
  code?: ErrorCode;
}

/** The question that an answer is about, or put. */
export function questionOf({ id, question }: Answered): string | undefined {
  return typeof question === "string" ? question : (question?.id ?? id);
}

/** What `keep` reads: the fields by which REST and the command, or a tool, say the same. */
export interface Answered {
  id?: string;
  sessionId?: string;
  teamSession?: string;
  item?: { id: string };
  relay?: { id: string };
  /** An acknowledgement names its question by its id alone. */
  question?: { id: string } | string;
  token?: string;
  tokenId?: string;
  stale?: string[];
  etag?: string;
  revision?: number;
  items?: { id: string }[];
  file?: string;
}

/** A tool that is refused. */
export function refused(tool: string, args: ToolCall["args"] = () => ({})): ToolCall {
  const shows = () => {
    throw new Error(`${tool} is to be refused`);
  };
  return { tool, args, shows };
}

/**
 * A tool that answers in its own, shorter form: `shows` makes it, whole, of the answer that REST gave by that contract.
 */
export function shown<Schema extends z.ZodType>(
  tool: string,
  args: ToolCall["args"],
  contract: Schema,
  shows: (answer: z.infer<Schema>, read: ReadRest) => unknown,
): ToolCall {
  return { tool, args, shows: (answer, read) => shows(contract.parse(answer), read) };
}

/** The step by the tool that its operation declares, where it declares one: the tool answers what REST does. */
export function byDeclaredTool(step: Step): Step {
  const { rest, mcp } = step;
  if (mcp !== OF_LEAD || typeof rest === "string") return step;
  const operation = operationOf(rest(ANYTHING));
  if (operation.leadTool === undefined) return step;
  const args = (known: Known) => argumentsOf(rest(known));
  const { name, short } = operation.leadTool;
  return { ...step, mcp: { tool: name, args, shows: (answer) => short?.(answer) ?? answer } };
}

/** What a tool tells of an answer, where that was sent: what its words say, or its JSON without what nobody needs. */
export function toldByTool(name: string, answer: unknown, sent: Record<string, unknown>): unknown {
  const tool = TOOLS.find((each) => each.name === name);
  if (typeof answer !== "object" || answer === null) return answer;
  return tool?.declaration.annotations?.readOnlyHint === true ? withShortEtags(answer) : shortAnswer(answer, sent);
}

/** Whatever is asked of it, it knows. */
const ANYTHING: Known = new Proxy({}, { get: () => "1" });

function operationOf([method, path]: RestCall): Operation {
  const found = OPERATIONS.find((operation) => operation.http.startsWith(`${method} `) && wordsOf(operation, path));
  if (found === undefined) throw new Error(`no operation is ${method} ${path}`);
  return found;
}

/** The words of a path that stand where the address of an operation names one; null where it is another address. */
function wordsOf({ http }: Operation, path: string): Record<string, string> | null {
  const [, address = ""] = http.split(" ");
  const pattern = address.replace(/\{(\w+)\}/g, "(?<$1>[^/?]+)"); // {relay}
  const found = new RegExp(`^${pattern}(?:\\?.*)?$`).exec(path);
  return found && { ...found.groups };
}

function argumentsOf(call: RestCall): Record<string, unknown> {
  const [, path, body, headers] = call;
  const asked = [...new URL(path, "http://a").searchParams];
  const query = Object.fromEntries(asked.map(([name, value]) => [name, value === "true" ? true : value]));
  const etag = headers?.["if-match"];
  return { ...wordsOf(operationOf(call), path), ...query, ...(body as object), ...(etag !== undefined && { etag }) };
}
