import type { Database } from "@/lib/db/database";
import type { Committer } from "@/lib/services/commit/committer";
import type { CodeAnchors } from "@/lib/services/workspace/code-anchors";
import type { CredentialBook } from "@/lib/services/workspace/credential-book";
import type { ItemOrigins } from "@/lib/services/commit/item-origins";
import type { LastKnown } from "@/lib/services/workspace/last-known";
import type { LiveFeed } from "@/lib/services/commit/live-feed";
import type { Metrics } from "@/lib/services/commit/metrics";
import type { SessionDirectory } from "@/lib/services/workspace/session-directory";
import type { TokenMint } from "@/lib/services/workspace/token-mint";
import type { Witness } from "@/lib/services/commit/witness";
import type { Store } from "@/lib/store/store";

export interface ServiceContext {
  database: Database;
  committer: Committer;
  live: LiveFeed;
  metrics: Metrics;
  sessions: SessionDirectory;
  credentials: CredentialBook;
  tokens: TokenMint;
  origins: ItemOrigins;
  anchors: CodeAnchors;
  /** What reads go by while the database cannot be reached. */
  lastKnown: LastKnown;
  /** The record of where each history ends, beside the database. */
  witness: Witness;
  /** The files of a workspace; throws `not_found` for an unknown name. */
  store: (workspace: string) => Store;
  workspaces: string[];
  /** Those of them whose files are in a folder of their own, and not a copy of what the history holds. */
  inFolders: string[];
  /**
   * Resolves once this process knows what any other had committed when it was called, and has it in the files of a workspace, or of all;
   * where `isItsOwn`, only what was committed to that workspace: nothing else is to be known of whoever is let into it.
   */
  freshen: (workspace?: string, isItsOwn?: boolean) => Promise<void>;
  clock: () => Date;
  /** Absolute paths: of the data folder, of each workspace or its copy here, and of Wardroom's own folder. */
  places: { data: string; workspaces: ReadonlyMap<string, string>; wardroom: string };
  /** A new opaque id. */
  newId: () => string;
  /** Tokens of a text by the library's count; an estimate. */
  countTokens: (text: string) => number;
}
