import type { oas31 } from "zod-openapi";

/** Request headers that routes share, by the name of their component. */
export const PARAMETERS = {
  ActAs: {
    name: "X-Wardroom-Role",
    in: "header",
    description:
      "For the owner's token alone: act as this role, with exactly its rights. A role's token says it already.",
    schema: { type: "string" },
    example: "implementer-2",
  },
  FromRun: {
    name: "X-Wardroom-Run",
    in: "header",
    description:
      "The conversation that calls: its client, a colon and the client's id of it. What is known is kept for each. Left out, all calls with one token are one.",
    schema: { type: "string", maxLength: 200 },
    example: "claude:7f0c8d9e",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "For 24 hours the same key and request of the same credential get the first answer again, and nothing is done twice. A UUID serves well.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
    example: "5f0c3a52-8d0c-4a5e-9f5f-2f1f0f6f7c11",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The ETag of the text the change is meant for. Checked before all else; another one answers `stale`.",
    schema: { type: "string" },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "The `X-Wardroom-View` of an answer to this very call, or its `ETag` where it has none: 304 where it would be the same again.",
    schema: { type: "string" },
    example: '"kq3v0mX3TzI2Qy7Jm4m0i0y1m1oK1n3cQ0y6lHqkq8I"',
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description: "The id of the last event seen: the stream begins with what came after it.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1041",
  },
  AboutWorkspace: {
    name: "X-Wardroom-Workspace",
    in: "header",
    description:
      "The workspace this connection is about: that of each call that names none, where the token reaches several. In UTF-8.",
    schema: { type: "string" },
    example: "shop",
  },
  AboutSession: {
    name: "X-Wardroom-Session",
    in: "header",
    description:
      "The session this connection is about: that of each call that names none, where the token reaches several. In UTF-8.",
    schema: { type: "string" },
    example: "checkout",
  },
} as const satisfies Record<string, oas31.ParameterObject>;

export type RequestHeader = keyof typeof PARAMETERS;

/** Response headers that routes share, by the name of their component. */
export const HEADERS = {
  ETag: {
    description: "What the document is now: the sha256 of its bytes, in quotes.",
    schema: { type: "string" },
  },
  SetCookie: {
    description: "The browser's credential: HttpOnly, SameSite=Strict.",
    schema: { type: "string" },
  },
  RetryAfter: { description: "Seconds after which to try again.", schema: { type: "integer" } },
  Authenticate: { description: "How to say who is calling.", schema: { type: "string" } },
} as const satisfies Record<string, oas31.HeaderObject>;

export function parameter(name: RequestHeader): oas31.ReferenceObject {
  return { $ref: `#/components/parameters/${name}` };
}

export function header(name: keyof typeof HEADERS): oas31.ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}
