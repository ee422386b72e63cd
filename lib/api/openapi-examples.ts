import type { z } from "zod";
import { AttributeEdit, EditAttributed } from "@/lib/contracts/attributions";
import {
  AnnounceCaller,
  CallerAnnounced,
  TeamTokenList,
  TeamTokenMinted,
  type TeamToken,
} from "@/lib/contracts/callers";
import { AcceptProblems, EventList, Integrity, type Event } from "@/lib/contracts/events";
import { AGENT_EXAMPLES } from "@/lib/api/openapi-agent-examples";
import { BRIEF_EXAMPLES } from "@/lib/api/openapi-brief-examples";
import { CONTEXT_EXAMPLES } from "@/lib/api/openapi-context-examples";
import { DUPLICATE_EXAMPLES } from "@/lib/api/openapi-duplicate-examples";
import { KNOWLEDGE_EXAMPLES } from "@/lib/api/openapi-knowledge-examples";
import { REPAIR_EXAMPLES } from "@/lib/api/openapi-repair-examples";
import { TEAM_EXAMPLES } from "@/lib/api/openapi-team-examples";
import { McpMessage } from "@/lib/contracts/mcp-message";
import * as memory from "@/lib/contracts/memory";
import { Diff, RevisionList, RevisionRef, RevisionText, type Revision } from "@/lib/contracts/revisions";
import { BrowserList, LoginAttempts } from "@/lib/contracts/browsers";
import { AddViewer, Health, Login, Me, WorkspaceList } from "@/lib/contracts/server";
import { Redact, Redaction } from "@/lib/contracts/redactions";
import * as sessions from "@/lib/contracts/sessions";
import { UnfinishedChange } from "@/lib/contracts/unfinished";

const AT = "2026-11-20T06:42:00.000Z";
const ETAG = '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"';
const HASH = ETAG.replaceAll('"', "");

const ITEM: memory.Item = {
  id: "3f9a1c07be42",
  tag: "Finding",
  timestamp: "2026-11-20T06:42:00Z",
  text: "The ledger refuses a batch with two currencies",
  body: "",
  state: "active",
  resolution: null,
  line: 48,
};

const REVISION: Revision = {
  revision: 42,
  hash: HASH,
  parentHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  at: AT,
  actor: "implementer-2",
  actorKind: "agent",
  roles: ["implementer-2"],
  source: "api",
  operation: "add item",
  detail: { items: ["3f9a1c07be42"] },
  lines: 131,
};

const ROLE: sessions.Role = {
  id: "implementer-2",
  type: "implementer",
  access: "direct",
  state: "active",
  items: 17,
  readRevision: 41,
  readAt: AT,
};

const SESSION: sessions.Session = {
  id: "invoice-import",
  feature: "invoice-import-pipeline",
  created: "2026-11-09",
  gcVersion: "GC-v5",
  roles: [ROLE],
  counts: {
    items: 17,
    active: 12,
    archived: 3,
    resolved: 2,
    pendingRelays: 0,
    openQuestions: 1,
    openConflicts: 0,
    byTag: { Finding: 9, Decision: 5, Question: 3 },
  },
  lines: 131,
  lastChange: { at: AT, actor: "implementer-2" },
  warnings: [],
};

const RELAY: memory.Relay = {
  id: "8f4c2e61a7b34d5f",
  role: "researcher-1",
  tag: "Pattern",
  text: "Credit notes carry the number of the invoice they correct",
  state: "pending",
  createdAt: AT,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  itemId: null,
};

const EVENT: Event = {
  id: 1041,
  at: AT,
  actor: "implementer-2",
  actorKind: "agent",
  source: "api",
  action: "item.added",
  target: ".agent/teams/invoice-import/TEAM-MEMORY.md",
  session: "invoice-import",
  payload: { revision: 42 },
  previousHash: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  hash: HASH,
};

const CHANGED: memory.Changed = { revision: 43, etag: ETAG };
const TOKEN = "wr_5d7e0c1b2a394f68_Q2Fubm90IGJlIHVzZWQ6IGFuIGV4YW1wbGUgb25seSE";

const TEAM_TOKEN: TeamToken = {
  id: "9ae04c5d2b7f1836",
  createdAt: AT,
  createdBy: "Lead",
  lastUsedAt: null,
  revokedAt: null,
};

const ANNOUNCED = { toolUseId: "toolu_01A9", role: "implementer-2", session: "invoice-import" };

/** One true-to-life value of each contract, for whoever reads the document. A test holds them to their contracts. */
export const EXAMPLES = new Map<z.ZodType, unknown>([
  [Redact, { text: "the password as it stands in the file", reason: "A password was pasted into a finding" }],
  [
    Redaction,
    { documents: 1, revisions: 4, rows: 2, marker: "[REDACTED 3f2a]", notReached: ["Backups of the data folder"] },
  ],
  [
    UnfinishedChange,
    {
      id: 12,
      createdAt: "2026-02-09T10:00:00.000Z",
      setAsideAt: "2026-02-09T10:05:00.000Z",
      reason: "Its files have changed since.",
      changes: [
        {
          actor: "implementer-1",
          operation: "add",
          path: ".agent/teams/checkout/TEAM-MEMORY.md",
          text: "- [Finding] The queue keeps its order\n",
        },
      ],
      hint: "Nobody was told that this change was made. Retry it once its reason is gone, or discard it.",
    },
  ],
  [
    Health,
    { status: "ok", version: "0.1.0", database: "sqlite", workspaces: 1, closed: 0, unfinished: 0, problem: null },
  ],
  [AddViewer, { label: "Product", expiresIn: 604_800 }],
  [
    BrowserList,
    {
      items: [
        {
          id: "5b0f7c2d9e14a683",
          kind: "owner",
          label: null,
          userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
          address: "127.0.0.1",
          createdAt: AT,
          lastUsedAt: AT,
          expiresAt: "2026-12-20T06:42:00.000Z",
          isThis: false,
        },
      ],
      nextCursor: null,
    },
  ],
  [LoginAttempts, { failed: 6, lastAt: AT, lockedUntil: "2026-11-20T06:42:01.000Z", address: "192.168.1.20" }],
  [Login, { code: "hV1sY0n3kq8uB2cPzT5wXa7e" }],
  [Me, { kind: "role", role: "implementer-2", session: "invoice-import", workspace: "example" }],
  [WorkspaceList, { items: [{ name: "example", sessions: 2, folder: "there" }], nextCursor: null }],

  [
    sessions.CreateSession,
    { id: "invoice-import", feature: "invoice-import-pipeline", roles: [{ id: "implementer-2", type: "implementer" }] },
  ],
  [sessions.Session, SESSION],
  [sessions.SessionList, { items: [SESSION], nextCursor: null }],
  [sessions.DeletedSessionList, { items: [{ id: "invoice-import", deletedAt: AT }], nextCursor: null }],
  [sessions.RoleInput, { id: "reviewer-1", type: "reviewer" }],
  [sessions.RoleWithToken, { role: ROLE, token: TOKEN, tokenId: "5d7e0c1b2a394f68" }],
  [
    sessions.TokenList,
    {
      items: [
        {
          id: "5d7e0c1b2a394f68",
          role: "implementer-2",
          createdAt: AT,
          createdBy: "Lead",
          lastUsedAt: null,
          revokedAt: null,
        },
      ],
      nextCursor: null,
    },
  ],
  [McpMessage, { jsonrpc: "2.0", id: 1, method: "tools/list" }],
  [AnnounceCaller, { ...ANNOUNCED, agentId: "aimplementer-2-1f0c9d2e7b3a4856" }],
  [CallerAnnounced, { ...ANNOUNCED, expiresAt: AT }],
  [TeamTokenMinted, { teamToken: TEAM_TOKEN, token: TOKEN }],
  [TeamTokenList, { items: [TEAM_TOKEN], nextCursor: null }],

  [
    memory.Memory,
    {
      etag: ETAG,
      revision: 42,
      title: "TEAM-MEMORY — invoice-import-pipeline",
      meta: { Created: "2026-11-09", Session: "invoice-import", "GC Version": "GC-v5" },
      sections: [
        {
          role: "implementer-2",
          heading: "## implementer-2",
          state: "active",
          type: "implementer",
          access: "direct",
          items: [ITEM],
          total: 17,
        },
      ],
      lines: 131,
      diagnostics: [],
    },
  ],
  [memory.AddItem, { tag: "Finding", text: "The ledger refuses a batch with two currencies" }],
  [memory.ItemAdded, { item: ITEM, revision: 42, etag: ETAG }],
  [memory.ItemRelayed, { relay: RELAY }],
  [memory.ItemLife, { item: ITEM, revisions: [REVISION] }],
  [memory.EditMemory, { oldString: "two currencies", newString: "more than one currency" }],
  [memory.Changed, CHANGED],
  [memory.ArchiveItems, { items: ["3f9a1c07be42"], note: "Merged in phase 3" }],
  [memory.ResolveItem, { item: "3f9a1c07be42", resolution: "Batches are split by currency before export" }],
  [memory.UnarchiveItems, { items: ["3f9a1c07be42"] }],
  [memory.ReplaceRole, { role: "implementer-1", by: "implementer-3" }],
  [memory.Prune, { dryRun: true, target: 500 }],
  [
    memory.PruneResult,
    { items: [{ ...ITEM, state: "archived" }], linesBefore: 640, linesAfter: 499, tokensSaved: 5120, etag: ETAG },
  ],
  [memory.RelayList, { items: [RELAY], nextCursor: null }],
  [memory.ApproveRelay, { text: "Credit notes carry the number of the invoice they correct (checked on 40)" }],
  [memory.RejectRelay, { reason: "Known already, see the section of architect-1" }],
  [
    memory.RelayDecided,
    {
      relay: { ...RELAY, state: "approved", decidedAt: AT, decidedBy: "Lead", itemId: "3f9a1c07be42" },
      item: ITEM,
      revision: 43,
      etag: ETAG,
    },
  ],

  ...CONTEXT_EXAMPLES,
  ...AGENT_EXAMPLES,
  ...BRIEF_EXAMPLES,
  ...DUPLICATE_EXAMPLES,
  ...KNOWLEDGE_EXAMPLES,
  ...REPAIR_EXAMPLES,
  ...TEAM_EXAMPLES,

  [RevisionRef, { revision: 41 }],
  [AttributeEdit, { role: "implementer-2", before: REVISION.parentHash, after: HASH, toolUseId: "toolu_01A9" }],
  [EditAttributed, { attributed: true, revision: 42 }],
  [RevisionList, { items: [REVISION], nextCursor: null }],
  [RevisionText, { revision: REVISION, text: "# TEAM-MEMORY — invoice-import-pipeline\n…" }],
  [
    Diff,
    {
      from: 41,
      to: 42,
      added: 1,
      removed: 0,
      hunks: [
        {
          lines: [
            {
              kind: "added",
              before: null,
              after: 48,
              segments: [{ text: `- [Finding] ${ITEM.text}`, changed: false }],
            },
          ],
        },
      ],
    },
  ],
  [EventList, { items: [EVENT], nextCursor: "1041" }],
  [
    Integrity,
    {
      ok: true,
      events: 1041,
      documents: 2,
      problems: [],
      problemsFound: 0,
      revisions: 377,
      coveredFrom: 1,
      revisionsBefore: 0,
      unchecked: [],
    },
  ],
  [AcceptProblems, { ids: ["3f9a1c07be42d518"] }],
]);
