import { KNOWLEDGE_CHANGED, ETAG, REGISTRY, METHOD, FILE, KEYWORD } from "@/lib/operations/example-values";
import {
  type Knowledge,
  AddKnowledge,
  ChangeKnowledge,
  KnowledgeChanged,
  KnowledgeDetail,
  KnowledgeList,
  KnowledgeQuery,
} from "@/lib/contracts/knowledge";
import {
  FileDiff,
  KnowledgeDiffQuery,
  KnowledgeDuplicates,
  KnowledgeProblems,
  SharedKnowledge,
  ShareKnowledge,
  ShareUndone,
  UndoShare,
} from "@/lib/contracts/knowledge-duplicates";
import type { FileChange } from "@/lib/contracts/file-change";
import { operationsOf } from "@/lib/operations/define-operation";
import { KnowledgeLaidOut, LayOutKnowledge } from "@/lib/contracts/knowledge-layout";

const define = operationsOf("Knowledge");

const KNOWLEDGE_ENTRY: Knowledge = {
  ...FILE,
  id: "owasp-top-10",
  group: "knowledge",
  tags: ["security", "web"],
  applicableTeams: ["security-review"],
  description: "The ten risk groups and what to look for",
  dependsOn: [],
  usedBy: [{ team: "security-review", priority: "high", how: [KEYWORD], applicable: true }],
  line: 3,
};

const CHANGE: FileChange = {
  path: ".microai/knowledge/shared/registry.yaml",
  kind: "changed",
  added: 1,
  removed: 0,
  hunks: [
    {
      lines: [{ kind: "added", before: null, after: 9, segments: [{ text: "  owasp-top-10:", changed: false }] }],
    },
  ],
};

const COPIES: [string, string] = [
  ".microai/agents/teams/payments-platform/knowledge/masking.md",
  ".microai/agents/teams/security-review/knowledge/masking-rules.md",
];

const SHARED = ".microai/knowledge/shared/masking.md";

const ACT = "b1946ac92492d234";

export const knowledgeOperations = [
  define({
    id: "knowledge.list",
    http: "GET /knowledge",
    tools: ["knowledge"],
    commands: ["knowledge list"],
    summary: "The shared registry: counted and estimated tokens, drift, and who uses what",
    query: KnowledgeQuery,
    response: KnowledgeList,
    examples: [
      {
        answer: {
          items: [KNOWLEDGE_ENTRY],
          nextCursor: null,
          etag: ETAG,
          path: REGISTRY,
          budget: { max: null, warning: null, strategy: null },
          diagnostics: [],
          tokenMethod: METHOD,
        },
      },
    ],
    run: ({ services, caller, params, query }) => services.knowledge.list(caller, params, query),
  }),
  define({
    id: "knowledge.add",
    http: "POST /knowledge",
    summary: "Add an entry to the registry",
    body: AddKnowledge,
    response: KnowledgeChanged,
    status: 201,
    examples: [
      {
        body: {
          id: "cvss-scoring",
          path: "review-checklist.md",
          tags: ["security"],
          applicableTeams: ["security-review"],
        },
        answer: KNOWLEDGE_CHANGED,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.knowledge.edits.add(caller, params, body, change),
  }),
  define({
    id: "knowledge.read",
    http: "GET /knowledge/{knowledge}",
    tools: ["knowledge"],
    summary: "One entry of the registry with its text; the file as Markdown on request",
    response: KnowledgeDetail,
    markdown: {
      says: "the file's own bytes",
      read: ({ services, caller, params }) => services.knowledge.readBytes(caller, params),
    },
    examples: [
      {
        answer: { ...KNOWLEDGE_ENTRY, etag: ETAG, text: "# OWASP Top 10, as it applies to us\n", truncated: false },
        tool: { id: "owasp-top-10" },
      },
    ],
    run: ({ services, caller, params }) => services.knowledge.get(caller, params),
  }),
  define({
    id: "knowledge.change",
    http: "PATCH /knowledge/{knowledge}",
    summary: "Change what the registry says of an entry",
    body: ChangeKnowledge,
    response: KnowledgeChanged,
    examples: [{ body: { tags: ["security", "web", "review"], tokensEstimate: 1011 }, answer: KNOWLEDGE_CHANGED }],
    run: ({ services, caller, params, body, change }) => services.knowledge.edits.change(caller, params, body, change),
  }),
  define({
    id: "knowledge.remove",
    http: "DELETE /knowledge/{knowledge}",
    summary: "Take an entry out of the registry; its file stays",
    response: KnowledgeChanged,
    examples: [{ answer: KNOWLEDGE_CHANGED }],
    once: true,
    run: ({ services, caller, params, change }) => services.knowledge.edits.remove(caller, params, change),
  }),
  define({
    id: "knowledge.problems",
    http: "GET /knowledge/problems",
    summary: "References to nothing, entries without use, and files in no index",
    response: KnowledgeProblems,
    examples: [
      {
        answer: {
          items: [
            {
              kind: "broken_reference",
              path: ".microai/agents/teams/payments-platform/knowledge/knowledge-index.yaml",
              line: 4,
              team: "payments-platform",
              id: "estimation",
              message: '"estimation" leads to .microai/knowledge/shared/estimation.md, and there is no such file.',
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: ({ services, caller, params }) => services.knowledgeDuplicates.problems(caller, params),
  }),
  define({
    id: "knowledge.lay-out",
    http: "POST /knowledge/layout",
    commands: ["knowledge lay-out [teams...]"],
    summary: "Lay knowledge out for teams, or list what lies there without an index, previewed first",
    body: LayOutKnowledge,
    response: KnowledgeLaidOut,
    errors: ["unparseable"],
    examples: [
      {
        body: { teams: ["security-review", "payments-platform"], dryRun: true },
        command: "knowledge lay-out security-review payments-platform --dry-run",
        answer: { done: false, teams: ["payments-platform", "security-review"], changes: [CHANGE], etag: ETAG },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.knowledgeLayout.layOut(caller, params, body, change),
  }),
  define({
    id: "knowledge.duplicates",
    http: "GET /knowledge/duplicates",
    summary: "Files of knowledge that are there more than once",
    response: KnowledgeDuplicates,
    examples: [{ answer: { files: 118, groups: [{ files: COPIES, words: 1840, proposedId: "masking" }], shares: [] } }],
    run: ({ services, caller, params }) => services.knowledgeDuplicates.find(caller, params),
  }),
  define({
    id: "knowledge.compare",
    http: "GET /knowledge/duplicates/diff",
    summary: "What is different between two files of knowledge",
    query: KnowledgeDiffQuery,
    response: FileDiff,
    examples: [
      {
        query: { from: COPIES[0], to: COPIES[1] },
        answer: { from: COPIES[0], to: COPIES[1], added: 1, removed: 0, hunks: CHANGE.hunks },
      },
    ],
    run: ({ services, caller, params, query }) => services.knowledgeDuplicates.diff(caller, params, query),
  }),
  define({
    id: "knowledge.share",
    http: "POST /knowledge/duplicates/share",
    summary: "Make several copies one shared file, previewed first",
    body: ShareKnowledge,
    response: SharedKnowledge,
    errors: ["unparseable"],
    examples: [
      {
        body: { files: COPIES, id: "masking", description: "What is masked in logs", tags: ["security"], dryRun: true },
        answer: { id: "masking", path: SHARED, act: ACT, tokensSaved: 3012, changes: [CHANGE], etag: ETAG },
      },
    ],
    run: ({ services, caller, params, body, change }) =>
      services.knowledgeDuplicates.share(caller, params, body, change),
  }),
  define({
    id: "knowledge.unshare",
    http: "POST /knowledge/duplicates/undo",
    summary: "Give a shared file back to its teams, all in one act",
    body: UndoShare,
    response: ShareUndone,
    examples: [{ body: { act: ACT }, answer: { act: ACT, id: "masking", files: [SHARED, ...COPIES] } }],
    run: ({ services, caller, params, body, change }) =>
      services.knowledgeDuplicates.undo(caller, params, body, change),
  }),
];
