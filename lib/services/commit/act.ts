import type { ActorKind, Source } from "@/lib/contracts/primitives";
import type { Action, CoveredRevision } from "@/lib/contracts/events";
import type { SignedBy } from "@/lib/contracts/people";
import type { AckRow, MessageRow, VersionRow } from "@/lib/db/context";
import type { NewCredential } from "@/lib/db/credentials";
import type { EventRow } from "@/lib/db/events";
import type { AnnouncementRow, ClaimRow, RunChange } from "@/lib/db/presence";
import type { GateRow } from "@/lib/db/gates";
import type { NewRevision } from "@/lib/db/history";
import type { IdempotencyRow } from "@/lib/db/idempotency";
import type { PageChange } from "@/lib/db/lines";
import type { PersonRow } from "@/lib/db/people";
import type { Queries } from "@/lib/db/database";
import type { PairRow } from "@/lib/db/pairs";
import type { QuestionRow } from "@/lib/db/questions";
import type { RewrittenRevision, RewrittenRow } from "@/lib/db/redactions";
import type { AssignmentRow, CommentRow } from "@/lib/db/remarks";
import type { RelayDecision, RelayRow } from "@/lib/db/relays";
import type { FaultDecisionRow, RepairRow } from "@/lib/db/repairs";
import type { ReplicaRow } from "@/lib/db/replicas";
import type { RoleRow, SessionRow, SessionSetup } from "@/lib/db/sessions";
import type { AgentSessionEnd, NewAgentSession } from "@/lib/db/agent-sessions";
import type { Attribution } from "@/lib/db/revisions";
import type { TeamSessionRow } from "@/lib/db/team-sessions";
import type { WebhookNote } from "@/lib/db/webhooks";
import type { ItemIdentity, MemoryDocument } from "@/lib/core/memory/model";
import type { Subject } from "@/lib/core/access/decide-access";
import type { Patch } from "@/lib/core/history/patch";
import type { DocumentState } from "@/lib/services/commit/document-states";
import type { StoredFile } from "@/lib/store/store";
import type { OverwritesMode } from "@/lib/core/history/stale-save";

/** Who makes a change, and by which door. */
export interface Author {
  actor: string;
  actorKind: ActorKind;
  source: Source;
  /** The person who did it, where it was a person with a name. Events and revisions keep it with what they hold. */
  person?: SignedBy;
  /** The run that did it, where it has an id. Kept likewise. */
  run?: string;
  /** Whose rights count where a path leads to a file of others. Kept nowhere. */
  subject?: Subject;
}

/** A team session's row as plain data: its times are ISO 8601. */
export type StoredTeamSession = Omit<TeamSessionRow, "startedAt" | "endedAt"> & {
  startedAt: string;
  endedAt: string | null;
};

/** A pair's row as plain data: it is judged, and settled where it is, with its act. */
export type StoredPair = Omit<PairRow, "at" | "settledAt">;

/** A question's row as plain data: its times are ISO 8601. */
export type StoredQuestion = Pick<QuestionRow, "sessionKey" | "id" | "asker" | "role" | "answer" | "answeredBy"> &
  Record<"due" | "seenAt" | "answeredAt", string | null> & { askedAt: string };

/** What changes of a run, as plain data; it gives a sign with it unless it is `silent`. */
export interface StoredRunChange extends Pick<
  RunChange,
  "how" | "origin" | "confirmed" | "wantsFull" | "handed" | "name" | "movedTo"
> {
  /** Whether it is over from now on. */
  ended?: boolean;
  /** Whether it has lost its context: it starts over, with the whole context and what stands in the memory. */
  lost?: boolean;
  /** Whether it has still to be told that the Lead ended it. */
  dismissed?: boolean;
  silent?: true;
}

export type SentDelivery = Omit<MessageRow, "state" | "sentAt" | "fetchedAt" | "pingedAt">;

/** A change of rows that goes with an act. Plain data: another process may have to carry it out. */
export type Effect =
  | { type: "create-session"; workspace: string; id: string; roles: { id: string; type: string | null }[] }
  | { type: "trash-session"; key: number; workspace: string; folder: string; trash: string }
  | { type: "restore-session"; key: number; workspace: string; folder: string; trash: string }
  | { type: "put-role"; sessionKey: number; role: string; roleType: string | null }
  | { type: "put-receipt"; sessionKey: number; role: string; revision: number }
  | { type: "take-back-reading"; sessionKey: number; reader: string; mark: number }
  | {
      type: "put-reading";
      sessionKey: number;
      reader: string;
      mark: number;
      before: number | null;
      updates: string[];
      /** When the reader looked, in ISO 8601; now, where it is left out. */
      lookedAt?: string;
    }
  | {
      type: "mark-needs";
      workspace: string;
      person: string;
      /** Times in ISO 8601. */
      marks: { key: string; seen: string; readAt: string | null; snoozedUntil: string | null }[];
      /** Keys of needs that no longer wait. */
      settled: string[];
    }
  | { type: "reopen-relay"; id: string; text: string }
  | { type: "put-state-line"; sessionKey: number; role: string; text: string }
  | { type: "make-claim"; claim: Omit<ClaimRow, "at" | "until" | "endedAt"> & { until: string } }
  | { type: "end-claim"; id: string }
  | { type: "give-claims"; ids: string[]; role: string; run: string | null }
  | { type: "send-nudge"; nudge: { id: string; sessionKey: number; sender: string; role: string; text: string } }
  | { type: "read-nudges"; ids: string[]; run?: { sessionKey: number; reader: string } }
  | { type: "put-question"; question: StoredQuestion }
  | { type: "confirm-item"; sessionKey: number; id: string; role: string }
  | { type: "put-pair"; pair: StoredPair }
  | { type: "settle-pair"; id: string; holds: string | null; by: string | null }
  | { type: "see-questions"; sessionKey: number; ids: string[] }
  | { type: "mint-token"; credential: Omit<NewCredential, "createdAt" | "expiresAt"> & { expiresAt: string | null } }
  | { type: "revoke-token"; id: string }
  | { type: "put-person"; person: Omit<PersonRow, "createdAt" | "endedAt"> }
  | { type: "end-person"; id: string }
  | { type: "add-comment"; comment: Omit<CommentRow, "at"> }
  | { type: "delete-comment"; id: string }
  | { type: "assign"; assignment: Omit<AssignmentRow, "at"> }
  | { type: "unassign"; workspace: string; about: string }
  | { type: "pin-session"; person: string; sessionKey: number; pinned: boolean }
  | { type: "use-link"; id: string }
  | { type: "note-sign-in"; account: { id: string; issuer: string; label: string } }
  | { type: "revoke-role"; sessionKey: number; role: string }
  | { type: "announce-call"; call: Omit<AnnouncementRow, "expiresAt"> & { expiresAt: string } }
  | { type: "touch-credentials"; uses: { id: string; at: string }[] }
  | { type: "insert-relay"; relay: Pick<RelayRow, "id" | "sessionKey" | "role" | "tag" | "text">; createdAt: string }
  | {
      type: "put-version";
      workspace: string;
      path: string;
      version: Omit<VersionRow, "at" | "documentId"> & { at: string };
    }
  | { type: "send"; delivery: SentDelivery }
  | { type: "update-delivery"; id: string; change: { state?: string; fetchedAt?: string; pingedAt?: string | null } }
  | { type: "supersede"; sessionKey: number; role: string }
  | { type: "put-ack"; ack: Omit<AckRow, "at"> }
  | { type: "put-run"; sessionKey: number; role: string; run: string; change: StoredRunChange }
  | { type: "take-deliveries"; sessionKey: number; role: string; run: string }
  | { type: "configure-session"; key: number; set: Partial<SessionSetup> }
  | { type: "prepare-gate"; id: string; record: string }
  | { type: "open-gate"; gate: Pick<GateRow, "id" | "sessionKey" | "phase" | "gcVersion" | "record" | "openedBy"> }
  | { type: "end-gate"; id: string; state: string; result: string | null; record: string; endedBy: string }
  | { type: "put-team-session"; row: StoredTeamSession }
  | { type: "start-agent-session"; session: NewAgentSession }
  | { type: "close-agent-session"; id: string; closed: AgentSessionEnd }
  | { type: "discard-journal"; id: number }
  | { type: "index-page"; change: PageChange }
  | { type: "forget-page"; workspace: string; path: string }
  | { type: "mark-synced"; documents: { id: number; head: number }[] }
  | {
      type: "redact";
      revisions: RewrittenRevision[];
      events: Pick<EventRow, "id" | "payload" | "target">[];
      rows: RewrittenRow[];
      /** Those of the revisions that were what their events say, as they are to be. */
      covered: CoveredRevision[];
    }
  | { type: "decide-relay"; id: string; decision: RelayDecision }
  | { type: "reword-relay"; id: string; text: string }
  | { type: "put-repair"; workspace: string; path: string; repair: NewRepair }
  | { type: "decide-repair"; id: string; state: RepairState; repaired?: number; by: string }
  | { type: "decide-fault"; decision: Omit<FaultDecisionRow, "at"> }
  | { type: "forget-fault"; workspaceId: string; id: string }
  | { type: "put-webhook"; workspace: string; url: string; kinds: string; quiet: string | null }
  | { type: "put-recorded"; workspace: string; mark: string | null }
  | { type: "drop-webhook"; workspace: string }
  | { type: "note-webhook"; workspace: string; url: string; note: WebhookNote }
  | { type: "put-replica"; replica: Omit<ReplicaRow, "seenAt" | "since" | "pushedAt"> & { pushedAt: string | null } }
  | { type: "drop-replica"; workspace: string; replica: { owner: string; id: string } }
  | { type: "set-overwrites"; workspace: string; mode: OverwritesMode }
  | { type: "attribute-revision"; documentId: number; sequence: number; to: Attribution };

/** What became of the lines that a save left out. */
export type RepairState = "due" | "proposed" | "applied" | "dismissed" | "undone";

/** A save that left out lines, before its row is stored. */
export type NewRepair = Pick<RepairRow, "id" | "kind" | "base" | "missing" | "saved" | "before" | "repaired"> & {
  state: RepairState;
};

/** An event before its number and hash are known. */
export interface PendingEvent extends Author {
  workspace: string;
  action: Action;
  target: string;
  session: string | null;
  payload: Record<string, unknown>;
  /** The revisions it is recorded with, once they are known. */
  revisions?: CoveredRevision[];
}

export interface FolderMove {
  workspace: string;
  folder: string;
  trash: string;
  direction: "out" | "in";
}

/** One new revision of one file. `base` and `target` are sha256 of the file before and after; `base` "" means no file. */
export interface Edit {
  workspace: string;
  path: string;
  base: string;
  target: string;
  patch: Patch;
  identity: ItemIdentity;
  /** Whether the history keeps the whole text here. */
  snapshot: boolean;
  /** What it keeps instead, packed, in base64, where the file's bytes may be no text. */
  packed?: string;
  revision: Omit<NewRevision, "patch" | "snapshot">;
}

/** What was decided for one caller, as data: all that is needed to carry it out, by this process or another. */
export interface Act {
  at: string;
  edits: Edit[];
  move: FolderMove | null;
  effects: Effect[];
  events: PendingEvent[];
  idempotency: IdempotencyRow | null;
  /** Whether its one file is replaced whatever it holds by then; what that was is recorded and merged as a late save. */
  insists?: true;
}

/** What a use case works with while it decides, alone under the lock. */
export interface Draft {
  /** For reading rows. What other acts of the same batch change is not in them yet: who depends on rows it or others change asks to be `alone`. */
  queries: Queries;
  now: Date;
  /** The acts that were decided before in the same batch, whose rows are not there yet. */
  before: readonly Act[];
  /** The file as it is now, acts decided before in the batch included; through a link, that to which it leads. Edits made outside have been recorded. */
  document(path: string): Promise<DocumentState>;
  roles(sessionKey: number): Promise<RoleRow[]>;
  /** Those that hold now. */
  claims(sessionKey: number): Promise<ClaimRow[]>;
  /** What new items of a save name of the code, see `FoundCode`. */
  named(before: DocumentState, after: DocumentState): object;
  /** Replaces a document's text, as the next revision; answers its sequence. */
  edit(path: string, change: DocumentChange): number;
  move(move: Omit<FolderMove, "workspace">): void;
  effect(effect: Effect): void;
  event(action: Action, target: string, session: SessionRow | string | null, payload?: Record<string, unknown>): void;
}

/** A document's next text and what is known about it. */
export interface DocumentChange {
  text: string;
  /** The file that holds it already, null where it is gone: for what somebody else wrote. Of bytes that are no text, `text` is what can be read. */
  found?: StoredFile | null;
  /** How to get there from the present text; worked out when left out. */
  patch?: Patch;
  /** The text as parsed and its item identity, where the change already made them. */
  memory?: { document: MemoryDocument; identity: ItemIdentity };
  operation: string;
  /** Roles concerned beside the author. */
  roles?: string[];
  detail?: Record<string, unknown>;
  /** The file goes away; `text` is then empty, and its history stays and can bring it back. */
  remove?: true;
}

/** What a use case asks to have done. `decide` may run again when an edit made outside comes between. */
export interface Intent<R> {
  workspace: string;
  author: Author;
  /** Whether it reads rows that acts change, touches several files, or moves folders: it then has a batch to itself. */
  alone?: boolean;
  /** Whether it works through a whole history, which may take minutes; it is alone then. */
  isLong?: true;
  idempotency?: { credentialId: string; key: string; requestHash: string } | undefined;
  decide(draft: Draft): R | Promise<R>;
  /** The file whose ETag the answer gets as its `etag`, as the end of the batch leaves it. */
  etagOf?: string;
}
