import { sayRelated } from "@/lib/core/search/related";
import { tellPublished } from "@/lib/core/context/tell-published";
import {
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
    examples: [{ query: { from: "GC-v4", to: "GC-v5" } }],
    run: ({ services, caller, params, query }) => services.context.diff(caller, params, query),
  }),
  define({
    id: "context.versions",
    http: "GET /sessions/{session}/context/versions",
    commands: ["context status"],
    summary: "Versions, the newest first",
    query: ListQuery,
    response: VersionList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.context.list(caller, params), query, ({ version }) => version),
  }),
  define({
    id: "context.version",
    http: "GET /sessions/{session}/context/versions/{version}",
    summary: "One version with its text",
    response: VersionText,
    run: ({ services, caller, params }) => services.context.get(caller, params),
  }),
];
