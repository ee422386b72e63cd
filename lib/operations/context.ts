import { sayRelated } from "@/lib/core/search/related";
import { tellPublished } from "@/lib/core/context/tell-published";
import { HASH, DIFF, PLAN, ETAG, AT } from "@/lib/operations/example-values";
import {
  type Version,
  type DeltaOperation,
  AppliedDelta,
  ApplyDelta,
  Context,
  DeltaBetween,
  PublishContext,
  Published,
  PublishQuery,
  VersionList,
  VersionRange,
  VersionText,
} from "@/lib/contracts/context";
import { operationsOf } from "@/lib/operations/define-operation";
import { Diff } from "@/lib/contracts/revisions";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("Context");

const OPERATION: DeltaOperation = {
  kind: "CHANGED",
  section: "Constraints",
  text: "CHANGED §Constraints: One currency per export batch",
};

const VERSION: Version = {
  version: "GC-v5",
  at: AT,
  actor: "Lead",
  hash: HASH,
  tokens: 2100,
  deltaTokens: 212,
  operations: 1,
  requiredActions: "",
  affected: ["implementer-2"],
  confirmedBy: [],
  sentTo: ["implementer-2"],
};

export const contextOperations = [
  define({
    id: "context.read",
    http: "GET /sessions/{session}/context",
    commands: ["context show"],
    ownCommand: {
      says: "the context as it is",
      examples: ["context show", "context show --session checkout > global-context.md"],
      notes: ({ draft, version }) =>
        draft ? [`the file was changed since ${version}; publish it: wardroom context publish`] : [],
      print: ({ text }, { whole }) => whole(text),
    },
    summary: "The global context; as Markdown on request",
    response: Context,
    markdown: {
      says: "the file's own bytes",
      read: ({ services, caller, params }) => services.context.readBytes(caller, params),
    },
    examples: [
      {
        answer: {
          version: "GC-v5",
          next: "GC-v6",
          etag: ETAG,
          text: "---\nversion: GC-v5\n---\n\n## Constraints\n…",
          draft: false,
          sections: [{ name: "Constraints", path: "Constraints", line: 5, tokens: 340 }],
          tokens: 2100,
          tokenMethod: "Claude, estimate",
          published: { at: AT, actor: "Lead" },
          cited: [],
          diagnostics: [],
        },
      },
    ],
    run: ({ services, caller, params }) => services.context.read(caller, params),
  }),
  define({
    id: "context.publish",
    http: "PUT /sessions/{session}/context",
    deed: "publish a context version",
    leadTool: {
      name: "publish",
      destroys: true,
      short: ({ version, changed, etag, related, ...published }) => ({
        ...{ version, changed, ...tellPublished(published), etag },
        ...(related && { related: related.map((each) => sayRelated(each, "")) }),
      }),
    },
    commands: ["context publish [file]"],
    summary: "Publish the next version",
    query: PublishQuery,
    body: PublishContext,
    response: Published,
    errors: ["gate_open"],
    examples: [
      {
        body: { text: "## Constraints\n- One currency per export batch\n", affected: ["implementer-2"] },
        answer: {
          version: "GC-v5",
          changed: true,
          delta: { text: OPERATION.text, operations: [OPERATION], tokens: 212 },
          fullTokens: 2100,
          deliveries: [PLAN],
          cited: [
            {
              item: "3f9a1c07be42",
              role: "implementer-2",
              tag: "Finding",
              text: "D-7 allows two currencies per export batch",
              cites: ["D-7"],
              version: "GC-v5",
            },
          ],
          etag: ETAG,
        },
        command: "context publish - --affected implementer-2",
        input: "## Constraints\n- One currency per export batch\n",
      },
    ],
    run: ({ services, caller, params, query, body, change }) =>
      services.context.publish(caller, params, body, { dryRun: query.dryRun === "true" }, change),
  }),
  define({
    id: "context.apply",
    http: "POST /sessions/{session}/context/apply",
    summary: "Apply a delta to a text; changes nothing",
    body: ApplyDelta,
    response: AppliedDelta,
    examples: [
      {
        body: {
          base: "## Constraints\n- Two currencies per batch\n",
          delta: `[CONTEXT-UPDATE] GC-v4 → GC-v5\n\n## Delta\n- CHANGED §Constraints: Two currencies per batch → One currency per export batch\n`,
        },
        answer: { text: "## Constraints\n- One currency per export batch\n", applied: 1, total: 1, unresolved: [] },
      },
    ],
    run: async ({ services, caller, params, body }) => services.context.apply(caller, params, body),
  }),
  define({
    id: "context.delta",
    http: "GET /sessions/{session}/context/delta",
    commands: ["context delta [from] [to]"],
    summary: "The delta between two versions",
    query: VersionRange,
    response: DeltaBetween,
    examples: [
      {
        query: { from: "GC-v4", to: "GC-v5" },
        answer: { text: OPERATION.text, operations: [OPERATION], tokens: 212, fullTokens: 2100, fallback: null },
      },
    ],
    run: ({ services, caller, params, query }) => services.context.delta(caller, params, query),
  }),
  define({
    id: "context.diff",
    http: "GET /sessions/{session}/context/diff",
    summary: "What changed between two versions, line by line",
    query: VersionRange,
    response: Diff,
    examples: [{ query: { from: "GC-v4", to: "GC-v5" }, answer: DIFF }],
    run: ({ services, caller, params, query }) => services.context.diff(caller, params, query),
  }),
  define({
    id: "context.versions",
    http: "GET /sessions/{session}/context/versions",
    commands: ["context status"],
    summary: "Versions, the newest first",
    query: ListQuery,
    response: VersionList,
    examples: [{ answer: { items: [VERSION], nextCursor: null } }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.context.list(caller, params), query, ({ version }) => version),
  }),
  define({
    id: "context.version",
    http: "GET /sessions/{session}/context/versions/{version}",
    summary: "One version with its text",
    response: VersionText,
    examples: [{ answer: { version: VERSION, text: "## Constraints\n- One currency per export batch\n" } }],
    run: ({ services, caller, params }) => services.context.get(caller, params),
  }),
];
