import type { z } from "zod";
import * as duplicates from "@/lib/contracts/knowledge-duplicates";
import { KnowledgeLaidOut, LayOutKnowledge } from "@/lib/contracts/knowledge-layout";
import { SearchResults } from "@/lib/contracts/search";

const COPIES = [
  ".microai/agents/teams/dev-security/knowledge/01-owasp-top-10.md",
  ".microai/agents/teams/dev-qa/knowledge/owasp-top-10.md",
];
const SHARED = ".microai/knowledge/shared/owasp-top-10.md";
const ETAG = '"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"';
const ACT = "b1946ac92492d234";

const CHANGE: duplicates.FileChange = {
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

/** What the contracts of search and duplicates look like. */
export const DUPLICATE_EXAMPLES: [z.ZodType, unknown][] = [
  [
    SearchResults,
    {
      items: [
        {
          kind: "item",
          title: "implementer-2 · invoice-import",
          titleMatches: [],
          snippet: { text: "The ledger refuses a batch with two currencies", matches: [{ start: 4, end: 10 }] },
          path: ".agent/teams/invoice-import/TEAM-MEMORY.md",
          line: 48,
          link: "/example/sessions/invoice-import/memory?state=all&item=3f9a1c07be42",
          session: "invoice-import",
          role: "implementer-2",
          tag: "Finding",
          state: "active",
        },
      ],
      total: 1,
      nextCursor: null,
      index: { complete: true, documents: 12, read: 12 },
    } satisfies SearchResults,
  ],
  [
    duplicates.KnowledgeDuplicates,
    {
      state: "done",
      progress: { stage: "comparing", done: 31, total: 31 },
      files: 118,
      groups: [
        {
          relation: "identical",
          files: COPIES.map((path) => ({ path, words: 1840, similarity: 1 })),
          proposedId: "owasp-top-10",
        },
      ],
      passages: [],
      shares: [],
    } satisfies duplicates.KnowledgeDuplicates,
  ],
  [
    duplicates.ShareKnowledge,
    { files: COPIES, id: "owasp-top-10", description: "OWASP Top 10", tags: ["security"], dryRun: true },
  ],
  [
    duplicates.SharedKnowledge,
    { id: "owasp-top-10", path: SHARED, act: ACT, tokensSaved: 3012, changes: [CHANGE], etag: ETAG },
  ],
  [LayOutKnowledge, { teams: ["dev-security", "dev-qa"], dryRun: true }],
  [KnowledgeLaidOut, { done: false, teams: ["dev-qa", "dev-security"], changes: [CHANGE], etag: ETAG }],
  [duplicates.UndoShare, { act: ACT }],
  [duplicates.ShareUndone, { act: ACT, id: "owasp-top-10", files: [SHARED, ...COPIES] }],
  [duplicates.FileDiff, { from: COPIES[0], to: COPIES[1], added: 1, removed: 0, hunks: CHANGE.hunks }],
  [
    duplicates.KnowledgeProblems,
    {
      items: [
        {
          kind: "broken_reference",
          path: ".microai/agents/teams/dev-qa/knowledge/knowledge-index.yaml",
          line: 4,
          team: "dev-qa",
          id: "estimation",
          message: '"estimation" leads to .microai/knowledge/shared/estimation.md, and there is no such file.',
        },
      ],
      nextCursor: null,
    } satisfies duplicates.KnowledgeProblems,
  ],
];
