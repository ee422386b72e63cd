import type { z } from "zod";
import { httpOf, type Operation } from "@/lib/operations/define-operation";
import { OPERATIONS } from "@/lib/operations/operations";

/** Something to do next: an operation, and what it is about as far as that is known. */
export interface NextStep {
  operation: Operation;
  arguments: Record<string, string>;
}

const BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

/** An operation's id where a hint names one: `{relay.list}`. */
const NAMED = /\{([a-z-]+\.[a-z-]+)\}/g;

/** A hint as a door words it: `say` says how each operation that it names is done there. */
export function wordHint(hint: string, about: Record<string, string>, say: (step: NextStep) => string): string {
  return hint.replace(NAMED, (whole, id: string) => {
    const operation = BY_ID.get(id);
    return operation === undefined ? whole : say({ operation, arguments: argumentsOf(operation, about) });
  });
}

/** The operations that a hint names, in its order. */
export function stepsIn(hint: string, about: Record<string, string>): NextStep[] {
  const ids = [...hint.matchAll(NAMED)].map(([, id = ""]) => BY_ID.get(id));
  return ids.flatMap((operation) =>
    operation === undefined ? [] : [{ operation, arguments: argumentsOf(operation, about) }],
  );
}

/** The operation of an id, with arguments as a problem tells them; null for one that a newer server has. */
function stepOf(id: string, given: Record<string, string>): NextStep | null {
  const operation = BY_ID.get(id);
  return operation === undefined ? null : { operation, arguments: given };
}

/** The hint of a problem with each call in it worded by a door; a step that is not known here keeps its call. */
export function rewordHint(
  hint: string,
  next: readonly { operation: string; arguments: Record<string, string>; call: string }[],
  say: (step: NextStep) => string,
): string {
  return next.reduce((text, { operation, arguments: given, call }) => {
    const step = stepOf(operation, given);
    return step === null ? text : text.replace(call, () => say(step));
  }, hint);
}

/** `GET …/relays`, `POST …/roles/tester-1/tokens`, `PUT …/context {text}`: an operation below its workspace or session. */
export function restCall({ operation, arguments: given }: NextStep): string {
  const { method, address } = httpOf(operation);
  const path = address
    .replace("/api/v1/workspaces/{workspace}", "…")
    .replace("…/sessions/{session}/", given.session === undefined ? "…/" : "…/sessions/{session}/")
    .replace(/\{(\w+)\}/g, (whole, name: string) =>
      given[name] === undefined ? whole : encodeURIComponent(given[name]),
    );
  const query = Object.keys(operation.query?.shape ?? {}).filter((name) => given[name] !== undefined);
  const asked = query.map((name) => `${name}=${encodeURIComponent(given[name] ?? "")}`).join("&");
  const fields = method === "GET" ? [] : fieldsOf(operation.body);
  return `${method} ${path}${asked && `?${asked}`}${fields.length > 0 ? ` {${fields.join(", ")}}` : ""}`;
}

/** The fields of a body that cannot be left out; all, where each can. */
function fieldsOf(body: z.ZodType | undefined): string[] {
  const { shape = {} } = (body ?? {}) as { shape?: Record<string, z.ZodType> };
  const all = Object.entries(shape);
  const needed = all.filter(([, field]) => !field.safeParse(undefined).success);
  return (needed.length > 0 ? needed : all).map(([name]) => name);
}

function argumentsOf(operation: Operation, about: Record<string, string>): Record<string, string> {
  const { params, query, body } = operation as { params?: Shaped; query?: Shaped; body?: Partial<Shaped> };
  const names = [params, query, body].flatMap((each) => Object.keys(each?.shape ?? {}));
  return Object.fromEntries(Object.entries(about).filter(([name]) => names.includes(name)));
}

interface Shaped {
  shape: Record<string, z.ZodType>;
}
