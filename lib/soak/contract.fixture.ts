import { z } from "zod";
import { openApi, ROUTES } from "@/app/api/routes";
import { placeOf, type Method, type RouteSpec } from "@/lib/api/define-route";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import type { Reply } from "@/lib/soak/send.fixture";

/** One method of one address, with what the document says of it. */
export interface Operation {
  address: string;
  method: Method;
  spec: RouteSpec;
  /** Statuses that the document names. */
  statuses: ReadonlySet<number>;
}

/** Every operation of the API, as handlers and document have it. */
export function listOperations(): Operation[] {
  const { paths = {} } = openApi();
  return ROUTES.map(({ spec }) => {
    const { method, address } = placeOf(spec);
    const described = paths[address]?.[method.toLowerCase() as "get"];
    return { address, method, spec, statuses: new Set(Object.keys(described?.responses ?? {}).map(Number)) };
  });
}

/** What was asked, as far as it decides which answers are right. */
export interface Question {
  path: string;
  headers: Record<string, string>;
}

/** Address and headers of a request may have so many bytes together: a longer head is answered without being read. */
const LARGEST_HEAD = 16 * 1024;
/** What a client adds to the headers it is told of. */
const ADDED = 512;

/** What is wrong with an answer: a status that the document does not name, a body that is not the contract's; null where all is well. */
export function breach({ spec, statuses }: Operation, reply: Reply, question: Question): string | null {
  const { status, body, headers } = reply;
  if (status === 431) return problemBreach(reply, question);
  if (!statuses.has(status)) return `${status} is not in the document`;
  if (status >= 400) return problemBreach(reply, question);
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  if (!isJson || spec.response === null) return null;
  const parsed = spec.response.safeParse(body);
  return parsed.success ? null : `the answer is not the contract's: ${z.prettifyError(parsed.error)}`;
}

/** The same for an answer that says what went wrong. */
export function problemBreach({ status, body, headers }: Reply, { path, headers: said }: Question): string | null {
  // Nothing reads so long a head: there is no problem in the answer.
  if (status === 431) {
    const head = path.length + Object.entries(said).flat().join("").length + ADDED;
    return head < LARGEST_HEAD ? `431 for ${head} bytes of address and headers` : null;
  }
  // Nobody reads the body of a refused method without one.
  if (status === 405 && body === undefined) return null;
  if (headers.get("content-type") !== "application/problem+json") return "the refusal is no problem of RFC 9457";
  const parsed = Problem.strict().safeParse(body);
  if (!parsed.success) return `the problem is not the contract's: ${z.prettifyError(parsed.error)}`;
  const { code, hint } = parsed.data;
  if (code === "internal") return "something went wrong inside";
  if (ERRORS[code].http !== status) return `${code} came with ${status}`;
  return hint === undefined || hint.length < 10 ? `${code} came without a hint` : null;
}
