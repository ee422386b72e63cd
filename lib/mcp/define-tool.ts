import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { CallToolResult, Tool as ToolDeclaration, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseInput } from "@/lib/contracts/parse-input";
import { OwnRole } from "@/lib/contracts/tool-arguments";
import { waitsLine } from "@/lib/core/inbox/render-inbox";
import { disarm } from "@/lib/core/text/frame";
import { sayRefusal, shortAnswer, withShortEtags } from "@/lib/core/text/short-answer";
import { mapTexts } from "@/lib/core/text/find-secrets";
import { untilKnown } from "@/lib/core/until-known";
import { type Caller, type ChangeRequest, PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import type { Call, NamedPlace, SessionCall, WorkspaceCall } from "@/lib/mcp/call";
import { forTools } from "@/lib/mcp/hints";
import { sessionOf, workspaceOf } from "@/lib/mcp/place";

/** The address that a tool's problem names. */
export const INSTANCE = "/api/mcp";

/** What a model is told whose arguments are not those of the schema. */
const CORRECT = "Correct it and call again.";

/** What a tool is about: one session, one workspace, or neither before it has looked. */
type Place = "session" | "workspace" | "any";

/** The change request of a call, with a key of its own under which it is repeated while its outcome is unknown. */
export interface Keyed {
  change: ChangeRequest;
}

/** What a tool does to the files. */
type Effect = "reads" | "writes" | "replaces";

/**
 * Who sees a tool: everyone, roles, whoever may lead a session, whoever leads every session of a workspace, or everyone in a
 * workspace that has knowledge.
 */
type Audience = "all" | "roles" | "lead" | "leadOfAll" | "knowledge";

export interface Tool {
  name: string;
  audience: Audience;
  /** Whether its `role` is there for the Lead alone, to act for another. */
  ownRole: boolean;
  declaration: ToolDeclaration;
  call(call: Call, args: unknown): Promise<CallToolResult>;
}

/**
 * Makes a tool of its arguments and a handler. Arguments are parsed, unknown ones refused; the session or workspace it is
 * about is found; the answer is given in words where the tool has them, else as JSON. It is text alone: where there is
 * structured content too, clients show a model nothing but that, and drop what stands behind it. Every error is its code,
 * sentence and hint with `isError`, so that a model can correct itself.
 */
export function defineTool<I extends z.ZodObject, A extends object, P extends Place>(spec: {
  name: string;
  title: string;
  description: string;
  place: P;
  effect: Effect;
  /** Default: everybody. */
  audience?: Audience;
  /** Whether the same call again changes nothing more. */
  idempotent?: boolean;
  input: I;
  /** Fields of the answer that hold a token: made for the caller, it is not held back as a secret. */
  tokens?: readonly string[];
  run: (
    call: { session: SessionCall; workspace: WorkspaceCall; any: Call }[P] & Keyed,
    input: z.infer<I>,
  ) => Promise<A>;
  /** The answer as a model reads it best; JSON where left out. */
  words?: (answer: A) => string;
  /** What of it a model needs, where that is less. */
  short?: (answer: A) => object;
}): Tool {
  const { name, title, description, input, tokens = [] } = spec;
  const told = (answer: A, sent: z.infer<I>) => {
    if (spec.words !== undefined) return spec.words(answer);
    const needed = spec.short?.(answer) ?? answer;
    return JSON.stringify(spec.effect === "reads" ? withShortEtags(needed) : shortAnswer(needed, sent));
  };
  const run = spec.run as (call: Call & Keyed, input: z.infer<I>) => Promise<A>;
  return {
    name,
    audience: spec.audience ?? "all",
    ownRole: input.shape.role === OwnRole,
    declaration: {
      name,
      title,
      description,
      inputSchema: objectSchema(input),
      annotations: annotationsOf(spec.effect, spec.idempotent ?? false),
    },
    async call(call, args) {
      try {
        await call.services.inbox.settled(call.caller);
        const parsed = parseInput(input, args ?? {}, "the arguments", CORRECT);
        const there = await placed(call, spec.place, parsed);
        const { caller } = there;
        const asked = { caller, input: parsed };
        const said =
          spec.place === "session" ? await call.services.runs.seated(asked, (there as SessionCall).params) : asked;
        const at = {
          ...there,
          caller: said.caller,
          change: spec.effect === "reads" ? PLAIN_REQUEST : keyed(said.caller),
        };
        const whole = await untilKnown(
          () => run(at, said.input),
          () => wait(REST_MS),
        );
        const answer = disarmAll(whole);
        for (const field of tokens) Object.assign(answer, { [field]: (whole as Record<string, unknown>)[field] });
        const waits = spec.place === "session" && name !== "inbox" ? await sayWhatWaits(at as SessionCall) : [];
        return { content: [{ type: "text", text: told(answer, parsed) }, ...waits] };
      } catch (error) {
        const text = sayRefusal(disarmAll(forTools(call.explain(error, INSTANCE))));
        return { content: [{ type: "text", text }], isError: true };
      }
    },
  };
}

/** How long to wait before repeating a change whose outcome is unknown. Milliseconds. */
const REST_MS = 1_000;

function keyed({ credentialId }: Caller): ChangeRequest {
  return { ...PLAIN_REQUEST, idempotency: { credentialId, key: randomUUID(), requestHash: "" } };
}

/** The same for one of several changes of a call. */
export function partOf({ idempotency, ...change }: ChangeRequest, part: string): ChangeRequest {
  return { ...change, idempotency: idempotency && { ...idempotency, key: `${idempotency.key} ${part}` } };
}

/** What waits for the caller, as a line after the answer, with the nudges it has; nothing where it has no inbox. */
async function sayWhatWaits({
  services,
  caller,
  params,
  onDelivered,
}: SessionCall): Promise<{ type: "text"; text: string }[]> {
  if (caller.kind === "viewer" || caller.kind === "team") return [];
  const waiting = await services.inbox.waiting(caller, params).catch(() => null);
  if (waiting === null) return [];
  const { mark, nudges } = waiting;
  if (mark !== null) onDelivered(() => services.inbox.seen(caller, params, { mark }));
  const line = waitsLine(waiting, "inbox");
  const lines = [
    ...nudges.map(({ from, text }) => disarm(`Nudge from ${from}: ${text}`)),
    ...(line === null ? [] : [line]),
  ];
  return lines.length === 0 ? [] : [{ type: "text", text: lines.join("\n") }];
}

/** The same value with every text in it disarmed: JSON is a frame that no text leaves, but it hides nothing. */
function disarmAll<T>(value: T): T {
  return mapTexts(value, disarm);
}

function annotationsOf(effect: Effect, idempotent: boolean): ToolAnnotations {
  return {
    readOnlyHint: effect === "reads",
    destructiveHint: effect === "replaces",
    idempotentHint: effect === "reads" || idempotent,
    openWorldHint: false,
  };
}

async function placed(call: Call, place: Place, named: NamedPlace): Promise<Call | SessionCall | WorkspaceCall> {
  if (place === "any") return call;
  if (place === "session") return { ...call, params: await sessionOf(call, named) };
  return { ...call, params: { workspace: workspaceOf(call, named) } };
}

/** A JSON Schema of an object, as tools declare their arguments. */
interface ObjectSchema {
  type: "object";
  [keyword: string]: unknown;
}

/** What a call that breaks it is refused for with a sentence that says how: told beforehand, it would stand in every conversation. */
const LIMITS = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "pattern"];

/** Words of the reference that say no more than the name of an argument does. */
const SAID_BY_NAME = [
  "Opaque item id",
  "Role id",
  "Sequence of a revision, from 1",
  "Name of an agent: one folder name",
  "GC-v and a number",
];

/**
 * The JSON Schema of a tool's arguments as a client is told it: each named part written where it is used, because several clients
 * follow no references; with descriptions, and without names that mean nothing there, and without their limits.
 */
export function objectSchema(schema: z.ZodObject): ObjectSchema {
  const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, { io: "input" });
  const definitions = ($defs ?? {}) as Record<string, unknown>;
  const whole = { ...(inline(root, definitions) as Record<string, unknown>), type: "object" as const };
  return withoutLimits(whole) as ObjectSchema;
}

/** A property may be called like a limit: it is told by a schema, and a limit by a value. */
function isLimit(key: string, value: unknown): boolean {
  // Left out, it is nothing: no list, no number of seconds, not asked for.
  if (key === "default") return value === 0 || value === false || (Array.isArray(value) && value.length === 0);
  if (key === "examples") return Array.isArray(value);
  if (key === "additionalProperties") return value === false;
  if (key === "description") return SAID_BY_NAME.includes(String(value));
  return LIMITS.includes(key) && typeof value !== "object";
}

function withoutLimits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLimits);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !isLimit(key, each))
      .map(([key, each]) => [key, withoutLimits(each)]),
  );
}

function inline(value: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => inline(each, definitions));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, id: _, ...rest } = value as Record<string, unknown>;
  if (Array.isArray(rest.type)) return inline(oneTypeEach(rest), definitions);
  // #/$defs/GcVersion
  const named = typeof $ref === "string" ? definitions[$ref.replace("#/$defs/", "")] : undefined;
  const whole = named === undefined ? rest : { ...(named as object), ...rest };
  if (named !== undefined) return inline(whole, definitions);
  return Object.fromEntries(
    Object.entries(whole).map(([key, each]) => [
      key,
      key === "properties" ? inlineProperties(each, definitions) : inline(each, definitions),
    ]),
  );
}

/** Several types at once as a choice between schemas of one type: some clients' dialects know no other way. */
function oneTypeEach({ description, type, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const anyOf = (type as unknown[]).map((each) => (each === "null" ? { type: each } : { type: each, ...rest }));
  return { ...(description !== undefined && { description }), anyOf };
}

/** Of properties the names are data: one may be called `id`. */
function inlineProperties(properties: unknown, definitions: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(properties as object).map(([name, each]) => [name, inline(each, definitions)]),
  );
}
