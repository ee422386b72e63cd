import { ERRORS, type ErrorCode } from "@/lib/core/errors";
import type { RouteSpec } from "@/lib/api/define-route";
import type { RequestHeader } from "@/lib/api/openapi-headers";

export interface ProblemGuide {
  code: ErrorCode;
  status: number;
  title: string;
  meaning: string;
  remedy: string;
}

const GUIDES: Record<ErrorCode, { meaning: string; remedy: string }> = {
  invalid_input: {
    meaning:
      "A parameter, the query or the body has a shape or a value that is not accepted; unknown fields are refused.",
    remedy: "Correct the fields that `errors` names by path. Sending the same again gives the same answer.",
  },
  unauthenticated: {
    meaning: "No credential came along, or it is unknown, revoked or expired.",
    remedy:
      "Send `Authorization: Bearer <token>`. A role gets its token from the Lead; a browser opens the login address that the server printed.",
  },
  forbidden: {
    meaning:
      "The credential is known but may not do this: the section belongs to another role, the act is the Lead's alone, or the request came from a foreign host or page.",
    remedy: "Write to your own section, or ask the Lead. From a program, leave the Origin header out.",
  },
  not_found: {
    meaning:
      "There is nothing at this address: the workspace, session, role, item or revision does not exist or was deleted.",
    remedy: "List what is there one level up. The Lead can restore a deleted session.",
  },
  method_not_allowed: {
    meaning: "The address exists but does not know this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  conflict: {
    meaning:
      "What the change is about is not as it assumes: the text is not there (anymore), is there more than once, is taken, or was decided already.",
    remedy: "Look at `current`, which says how it stands now and who changed it, and send the change again for that.",
  },
  gate_open: {
    meaning: "A gate of this session is being evaluated, and what it evaluates must not change meanwhile.",
    remedy: "Wait until the Lead has concluded or abandoned the gate, then try again.",
  },
  gate_blocked: {
    meaning: "The gate cannot be approved: something it waits for is still open.",
    remedy: "Settle what `current` lists, or waive it with a reason.",
  },
  open_items: {
    meaning: "The section holds questions or conflicts that nobody has settled, and archiving it would put them aside.",
    remedy: "Resolve what `current.open` lists, or repeat the call with `includeOpen: true` to archive it too.",
  },
  said_already: {
    meaning:
      "Another role has an item, or left one with the Lead, that says nearly this, or that is about the same and unread.",
    remedy: "Read what `current.said` shows. Confirm it with `item.same`, or send yours again with `anyway: true`.",
  },
  over_budget: {
    meaning: "Loading this would take more tokens than the budget allows.",
    remedy: "Unload something that `current` names, or have a person force it.",
  },
  stale: {
    meaning:
      "`If-Match` names a text that is not the newest one, so the change was not made. The answer's ETag is the present one.",
    remedy: "Read the document again, look at what changed, and send the change with the new ETag.",
  },
  too_large: {
    meaning: "The body is larger than 1 MB.",
    remedy: "Split the change, or keep long material in a file of its own and say where it is.",
  },
  unsupported_media: {
    meaning: "A change came as something other than JSON.",
    remedy: "Send `Content-Type: application/json` and a JSON object.",
  },
  idempotency_mismatch: {
    meaning: "The `Idempotency-Key` was used within 24 hours for a different request of this credential.",
    remedy: "Use a new key for a new request; repeat a request with its own key and exactly its own body.",
  },
  unparseable: {
    meaning:
      "The file cannot be edited safely: it is not UTF-8, is read-only, is no file, or the change would alter how the rest of it reads.",
    remedy: "Do what `hint` says to the file; it is shown as it is and was not touched.",
  },
  rate_limited: {
    meaning: "Too many wrong codes or tokens came from this address, or from many. Nothing was looked at.",
    remedy: "Try again after the seconds that `Retry-After` names, with the right one.",
  },
  internal: {
    meaning: "Something nobody foresaw went wrong inside Wardroom. Nothing was changed.",
    remedy: "Look in the server's log for the request id that `hint` names.",
  },
  judge_failed: {
    meaning: "No judge is set, or the command that judges failed or printed what is no answer. Nothing was changed.",
    remedy: "Try `WARDROOM_JUDGE` by hand on the server, or judge the pairs without it.",
  },
  outcome_unknown: {
    meaning: "The database did not answer while a change was being stored, and could not be asked afterwards.",
    remedy: "Repeat it with the same `Idempotency-Key`: it is made once. Without one, read what is there first.",
  },
  busy: {
    meaning: "The file or the database could not be had in time, or the disk is full. Nothing was changed.",
    remedy: "Try again after the seconds that `Retry-After` names, with the same `Idempotency-Key` if there was one.",
  },
};

/** Every error there is, in the order of the one table, with what it means and what to do. */
export const PROBLEM_GUIDES: readonly ProblemGuide[] = (Object.keys(ERRORS) as ErrorCode[]).map((code) => ({
  code,
  status: ERRORS[code].http,
  title: ERRORS[code].title,
  ...GUIDES[code],
}));

/** What of a route decides how it can fail. */
export type FailingRoute = Pick<RouteSpec, "access" | "params" | "body" | "errors"> & {
  change: boolean;
  headers: readonly RequestHeader[];
};

/** The errors a route may answer, in the order of the one table. */
export function problemsOf(route: FailingRoute): ErrorCode[] {
  return PROBLEM_GUIDES.map(({ code }) => code).filter((code) => APPLIES[code](route) || route.errors?.includes(code));
}

const never = () => false;
const always = () => true;
const identified = ({ access }: FailingRoute) => access !== "public";
const changed = ({ change }: FailingRoute) => change;
/** It changes what others may have changed, or was asked to before. */
const recorded = ({ headers }: FailingRoute) => headers.includes("IdempotencyKey");

/** Which routes may answer an error without saying so themselves. */
const APPLIES: Record<ErrorCode, (route: FailingRoute) => boolean> = {
  // A role to act as is a value too.
  invalid_input: (route) => identified(route) || changed(route),
  unauthenticated: (route) => identified(route) || route.body !== undefined,
  forbidden: always,
  not_found: ({ params }) => params !== undefined,
  // Of an address, not of a method that it has.
  method_not_allowed: never,
  conflict: recorded,
  gate_open: never,
  gate_blocked: never,
  open_items: never,
  said_already: never,
  over_budget: never,
  stale: ({ headers }) => headers.includes("IfMatch"),
  too_large: changed,
  unsupported_media: changed,
  idempotency_mismatch: recorded,
  unparseable: ({ params }) => params !== undefined,
  // The owner's token may be guessed at wherever one is presented.
  rate_limited: (route) => identified(route),
  internal: always,
  judge_failed: never,
  outcome_unknown: changed,
  busy: always,
};
