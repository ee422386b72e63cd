import { AppError } from "@/lib/core/errors";
import { describePlace, type Place } from "@/lib/db/postgresql/address";
import { locked } from "@/lib/db/turns";

const UNCHANGED = "nothing was changed.";

/** Sentences for what PostgreSQL or the way to it says, by its code, and by the names of the system's errors. */
const SENTENCES: [codes: RegExp, explain: (place: Place) => AppError][] = [
  [
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|08...|55000|57P0[1-5])$/,
    (place) =>
      new AppError("busy", `PostgreSQL does not answer: ${describePlace(place)}.`, {
        hint: `Start it, or correct DATABASE_URL, and try again; ${UNCHANGED}`,
      }),
  ],
  [
    /^(28...|ERR_NO_PASSWORD)$/,
    (place) =>
      new AppError("busy", `PostgreSQL refused the login of ${place.user}: ${describePlace(place)}.`, {
        hint: "Correct the user and password in DATABASE_URL, or the rules in pg_hba.conf.",
      }),
  ],
  [
    /^3D000$/,
    ({ host, port, database, user }) =>
      new AppError("busy", `There is no database ${database} at ${host}:${port}.`, {
        hint: `Create it, for example: createdb --owner ${user} --encoding UTF8 --template template0 ${database}`,
      }),
  ],
  [
    /^42501$/,
    (place) =>
      new AppError("busy", `${place.user} lacks rights in PostgreSQL: ${describePlace(place)}.`, {
        hint: `Let it own the schema, for example: ALTER SCHEMA public OWNER TO "${place.user}"; ${UNCHANGED}`,
      }),
  ],
  [
    /^53300$/,
    (place) =>
      new AppError("busy", `PostgreSQL has no free connection: ${describePlace(place)}.`, {
        hint: "Raise max_connections, or stop another program that uses it. Each process of Wardroom needs four.",
      }),
  ],
  [
    /^25006$/,
    (place) =>
      new AppError("busy", `The history cannot be written: PostgreSQL is read-only, ${describePlace(place)}.`, {
        hint: `Point DATABASE_URL at the primary server, or let it write again. Reads go on; ${UNCHANGED}`,
      }),
  ],
  [
    /^(53[0124]00|58030)$/,
    () =>
      new AppError("busy", "The history could not be written: memory or disk of PostgreSQL is full, or fails.", {
        hint: "Free some there, read what is there, and repeat what is missing.",
      }),
  ],
  [/^(55P03|40001|40P01)$/, () => locked()],
  [
    /^(25P0[34]|57014)$/,
    () =>
      new AppError("busy", "PostgreSQL broke off what took too long, or stood still in the middle of a change.", {
        hint: `Try again; ${UNCHANGED}`,
      }),
  ],
  [
    /^22021$/,
    () =>
      new AppError("invalid_input", "PostgreSQL cannot store the character U+0000.", {
        hint: "Remove it from the text, and try again.",
      }),
  ],
];

/** The codes that an error carries, its own and those of what it came from: PostgreSQL's and the system's. */
export function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) return [];
  const { code, originalCode, cause, meta, errors } = error as Record<string, unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  if (typeof meta === "object" && meta !== null && "driverAdapterError" in meta) inner.push(meta.driverAdapterError);
  return [originalCode, code].filter((each) => typeof each === "string").concat(inner.flatMap(codesOf));
}

/** Whether an error means that the connection is gone, or was never there. */
export function isConnectionLost(error: unknown): boolean {
  const pattern = SENTENCES[0]?.[0];
  return (
    codesOf(error).some((code) => pattern?.test(code)) ||
    /[Cc]onnection terminated|timeout expired|is not queryable/.test(String(error)) ||
    isMute(error)
  );
}

/** Whether an error means that PostgreSQL did not answer in time, neither a question nor who wants to connect. */
export function isMute(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /read timeout|timeout exceeded|due to connection timeout/.test(error.message) || isMute(error.cause);
}

/** The error of a statement: one that says what to do, where that is known. */
export function explain(error: unknown, place: Place): unknown {
  if (error instanceof AppError) return error;
  for (const code of isConnectionLost(error) ? ["08006"] : codesOf(error)) {
    const found = SENTENCES.find(([codes]) => codes.test(code));
    if (found === undefined) continue;
    const { code: kind, message, details } = found[1](place);
    return new AppError(kind, message, details, { cause: error });
  }
  return error;
}

/** For a change whose COMMIT was sent and not answered, and whose outcome could not be found out. */
export function unknownEnd(cause: unknown): AppError {
  const hint = "Repeat it with the same Idempotency-Key; without one, read what is there first.";
  return new AppError(
    "outcome_unknown",
    "PostgreSQL did not answer while a change was being stored. It may be stored or not.",
    { hint },
    { cause },
  );
}
