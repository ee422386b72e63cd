import {
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
import { operationsOf } from "@/lib/operations/define-operation";
import { KnowledgeLaidOut, LayOutKnowledge } from "@/lib/contracts/knowledge-layout";

const define = operationsOf("Knowledge");

const COPIES: [string, string] = [
  ".microai/agents/teams/payments-platform/knowledge/masking.md",
  ".microai/agents/teams/security-review/knowledge/masking-rules.md",
];

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
    examples: [{ body: { tags: ["security", "web", "review"], tokensEstimate: 1011 } }],
    run: ({ services, caller, params, body, change }) => services.knowledge.edits.change(caller, params, body, change),
  }),
  define({
    id: "knowledge.remove",
    http: "DELETE /knowledge/{knowledge}",
    summary: "Take an entry out of the registry; its file stays",
    response: KnowledgeChanged,
    once: true,
    run: ({ services, caller, params, change }) => services.knowledge.edits.remove(caller, params, change),
  }),
  define({
    id: "knowledge.problems",
    http: "GET /knowledge/problems",
    summary: "References to nothing, entries without use, and files in no index",
    response: KnowledgeProblems,
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
      },
    ],
    run: ({ services, caller, params, body, change }) => services.knowledgeLayout.layOut(caller, params, body, change),
  }),
  define({
    id: "knowledge.duplicates",
    http: "GET /knowledge/duplicates",
    summary: "Files of knowledge that are there more than once",
    response: KnowledgeDuplicates,
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
    examples: [{ body: { act: ACT } }],
    run: ({ services, caller, params, body, change }) =>
      services.knowledgeDuplicates.undo(caller, params, body, change),
  }),
];
