import type { z } from "zod";
import type { ErrorCode } from "@/lib/core/errors";

/** Ids and the like that earlier steps were answered in one workspace, by names of the steps' own. */
export type Known = Record<string, string>;

/** A door that has no such thing: the reason, in a word. */
type Without = string;

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

/** What `keep` reads: the fields by which REST and the command, or a tool, say the same. */
export interface Answered {
  id?: string;
  sessionId?: string;
  teamSession?: string;
  item?: { id: string };
  relay?: { id: string };
  token?: string;
  etag?: string;
  revision?: number;
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
