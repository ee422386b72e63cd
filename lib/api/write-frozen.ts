import { createHash, hash as hashOf } from "node:crypto";
import { z } from "zod";
import type { Written } from "@/lib/api/written";

/** So many entries of a list are written out together. */
const RUN = 64;

/** Entries of a list as they are written out, and what stands for it in the hash of the whole. */
interface Run {
  schema: z.ZodType;
  entries: readonly unknown[];
  bytes: Buffer;
  hash: string;
}

/** Runs by their first entries. */
const runs = new WeakMap<object, Run>();

/**
 * A frozen answer as JSON, parsed by its contract; null for any other. Frozen objects in it are assembled field by field, and
 * frozen lists from runs of their entries, which nobody may change: a run of the same entries as before is not parsed, written or hashed again.
 */
export function writeFrozen(schema: z.ZodType, answer: unknown): Written | null {
  if (!isFrozen(answer)) return null;
  const pieces = [...piecesOf(schema, answer)];
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(typeof piece === "string" ? piece : piece.hash);
  const bytes = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece.bytes));
  return { content: Buffer.concat(bytes), hash: hash.digest("hex") };
}

function* piecesOf(schema: z.ZodType, value: unknown): Generator<string | Run> {
  if (isFrozen(value) && schema instanceof z.ZodObject) {
    let sign = "{";
    for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
      const each = value[name];
      if (each === undefined && field.parse(each) === undefined) continue;
      yield `${sign}${JSON.stringify(name)}:`;
      yield* piecesOf(field, each);
      sign = ",";
    }
    yield sign === "{" ? "{}" : "}";
  } else if (Array.isArray(value) && Object.isFrozen(value) && schema instanceof z.ZodArray) {
    yield "[";
    const entries: readonly unknown[] = value;
    const element = schema.element as z.ZodType;
    const isWhole = entries.every(isFrozen);
    for (let at = 0; at < entries.length; at += isWhole ? 1 : RUN) {
      if (at > 0) yield ",";
      if (isWhole) yield* piecesOf(element, entries[at]);
      else yield runOf(schema, entries.slice(at, at + RUN));
    }
    yield "]";
  } else yield JSON.stringify(schema.parse(value));
}

function runOf(schema: z.ZodType, entries: readonly unknown[]): Run {
  const first = entries[0] as object;
  const before = runs.get(first);
  if (before?.schema === schema && isSameList(before.entries, entries)) return before;
  const bytes = Buffer.from(JSON.stringify(schema.parse(entries)).slice(1, -1));
  const run = { schema, entries, bytes, hash: hashOf("sha256", bytes) };
  runs.set(first, run);
  return run;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

function isFrozen(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.isFrozen(value);
}
