import { z } from "zod";
import { PARAMS, TeamSessionParams } from "@/lib/contracts/params";
import { EXAMPLE_PARAMS, TEAM_SESSION_ID } from "@/lib/operations/example-values";
import type { Deed } from "@/lib/core/access/deeds";
import type { ErrorCode } from "@/lib/core/errors";
import type { Caller, ChangeRequest } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";
import type { MadeCommand } from "@/lib/operations/terminal";

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Infer<T> = T extends z.ZodType ? z.infer<T> : undefined;

/** What running an operation takes: the fields of its contract, parsed, and who asks. */
export interface OperationInput<P, Q, B> {
  services: Services;
  caller: Caller;
  params: Infer<P>;
  query: Infer<Q>;
  body: Infer<B>;
  /** What the caller demands of the change: the version it is based on, and a key that makes it safe to repeat. */
  change: ChangeRequest;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** A document as Markdown: its own bytes with their ETag, or a text made for this answer. */
export type Markdown = { bytes: Buffer; etag: string } | { text: string };

/**
 * A call that shows an operation. The document and the reference show it, and a test makes it through every door, in a workspace
 * where the ids that it names stand for what is there. What is answered follows from the contract.
 */
export interface Example<P = z.ZodObject, Q = z.ZodObject, B = z.ZodType> {
  /** Words of the address beside the workspace, where they are not those of every example. */
  params?: Fields<P>;
  query?: Fields<Q>;
  body?: Input<B>;
  /** The role that makes it; the Lead when left out. */
  as?: string;
  /** The words of the command, where they are not those that its row makes of the call, and what it reads on standard input. */
  command?: string;
  input?: string;
  /** The arguments of the tool that roles have, where they are not those of the call. */
  tool?: Record<string, unknown>;
}

type Fields<T> = T extends z.ZodObject ? Partial<z.input<T>> : never;
type Input<T> = T extends z.ZodType ? z.input<T> : never;

interface Spec<P, Q, B, R, H = `${HttpMethod} /${string}`> {
  /** `noun.verb` in the glossary's words; no two operations share one. */
  id: string;
  /** Method and address; what begins with `/api` is whole, all else lies below the address of a workspace. */
  http: H;
  summary: string;
  /** What the document lists it under, where that is not the tag of its table. */
  tag?: string;
  /** The words of its address, where they are not as `PARAMS` has them. */
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** Status of the answer; a function of it where it depends. Default 200, or 204 without a response. */
  status?: number | ((answer: R extends z.ZodType ? z.infer<R> : null) => number);
  /** All statuses where there are several. */
  statuses?: number[];
  /** Errors beside those that every operation of its kind may answer. */
  errors?: ErrorCode[];
  /** It accepts `If-Match` although its answer carries no ETag. */
  conditional?: boolean;
  /** The tools that do it over MCP, the plainest first. */
  tools?: readonly string[];
  /**
   * A tool for whoever leads, which takes and answers what the operation does; `destroys` where it takes something away, and
   * `ofAll` where it is for the Lead of all sessions, who names each. `short` is what a model needs of the answer, where that is less.
   */
  leadTool?: {
    name: string;
    destroys?: true;
    ofAll?: true;
    short?(answer: Infer<R>): object;
  };
  /** The commands that do it in a terminal, the plainest first: their words, then their arguments in brackets. */
  commands?: readonly string[];
  /** The first of its commands is made of the row: its usage names the arguments, and every other field is an option, unless it says which. */
  ownCommand?: true | MadeCommand<P, Q, B, R>;
  /** What its caller must be allowed, where refusals of what more callers may do name it as the next step. */
  deed?: Deed;
  /** Its service keeps no answer to an idempotency key: the door does, beside the change. */
  once?: true;
  /** It may wait for something to happen: it ends with its caller's credential. */
  waits?: boolean;
  /** It can be had as Markdown too, and what that holds. */
  markdown?: { says: string; read: (input: OperationInput<P, Q, B>) => Promise<Markdown> };
  /** Calls that show it, where the address alone says not enough; of several statuses, one for each, in their order. */
  examples?: readonly Example<P, Q, B>[];
  run: (input: OperationInput<P, Q, B>) => Promise<R extends z.ZodType ? z.input<R> : null>;
}

/** One thing that Wardroom can do, declared once. Every door that offers it is made from this. */
export type Operation = Spec<
  z.ZodObject | undefined,
  z.ZodObject | undefined,
  z.ZodType | undefined,
  z.ZodType | null
> & { tag: string; examples: readonly Example[] };

/** What the callers of an operation write and read. It is there for the compiler alone, which holds the browser to it. */
interface Typed<H, P, Q, B, R> {
  http: H;
  types?: { params: P; query: Q; body: B; response: R };
}

/** The names in braces of an address, and the workspace that one of it lies below. */
type NamesOf<H> = H extends `${string} /api/${string}` ? never : "workspace" | Braced<H>;
type Braced<H> = H extends `${string}{${infer Name}}${infer Rest}` ? Name | Braced<Rest> : never;
type ParamsOf<H> = [NamesOf<H>] extends [never]
  ? undefined
  : z.ZodObject<Pick<typeof PARAMS, NamesOf<H> & keyof typeof PARAMS>>;

/**
 * Declares operations of one tag: what each takes and answers is held to its contract by every door. The address says the
 * parameters, and their examples are the same in every row.
 */
export function operationsOf(table: string) {
  return <
    const H extends Operation["http"],
    P extends z.ZodObject | undefined = ParamsOf<H>,
    Q extends z.ZodObject | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    R extends z.ZodType | null = null,
  >(
    spec: Spec<P, Q, B, R, H>,
  ): Operation & Typed<H, P, Q, B, R> => {
    const { tag = table, params = paramsOf(spec.http), examples = [{}] } = spec;
    const { workspace: _, ...words }: z.ZodRawShape = params?.shape ?? {};
    const said = pick(
      params === TeamSessionParams ? { ...EXAMPLE_PARAMS, session: TEAM_SESSION_ID } : EXAMPLE_PARAMS,
      Object.keys(words),
    );
    const shown = examples.map((example) => ({ params: said, ...example }));
    return { ...spec, tag, params, examples: shown } as Operation & Typed<H, P, Q, B, R>;
  };
}

function paramsOf(http: string): z.ZodObject | undefined {
  if (http.includes(" /api/")) return undefined;
  const names = [...http.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name); // /sessions/{session}/gates/{gate}
  return z.object(pick(PARAMS, ["workspace", ...names]) as z.ZodRawShape);
}

function pick<T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : []))) as Record<
    string,
    T
  >;
}

const WORKSPACE = "/api/v1/workspaces/{workspace}";

/** The method and the whole address of an operation, whose parameters are in braces. */
export function httpOf({ http }: Pick<Operation, "http">): { method: HttpMethod; address: string } {
  const [method, path] = http.split(" ") as [HttpMethod, string];
  return { method, address: path.startsWith("/api/") ? path : WORKSPACE + path };
}

/** Whether a change may be asked for only as long as what it concerns is as it was read. */
export function isConditional({ http, conditional, response }: Operation): boolean {
  const { shape = {} } = (response ?? {}) as { shape?: z.ZodRawShape };
  return !http.startsWith("GET ") && (conditional ?? "etag" in shape);
}
