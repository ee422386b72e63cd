import type { Direct } from "@/lib/db/direct";
import type { Prisma } from "@/lib/db/generated/client";
import type { Seals } from "@/lib/db/seals";

/** What a repository function is given: queries of an open transaction, or of the database by itself. */
export type Queries = Prisma.TransactionClient & { direct: Direct };

/** What became of the connections for one use. */
export interface PoolUse {
  use: "read" | "write";
  /** Connections that are open, and those of them that nobody uses. */
  total: number;
  idle: number;
  waiting: number;
}

/** Which of the servers that share a database answers for a workspace in the history: its owner, which alone changes its documents. */
export interface Owners {
  /**
   * Takes part, as the server that others reach at this address; before it, everything counts as own. Throws where another server shares
   * another secret; one that shares none has null.
   */
  announce(address: string, secret: string | null): Promise<void>;
  /** Whether this server is the owner, by all it has heard. */
  isOwn(workspace: string): boolean;
  /** The address of the owner; null for this server, which becomes it where there is none. What was found before is answered again unless it `isDoubted`. */
  ownerOf(workspace: string, how?: { isDoubted?: boolean }): Promise<string | null>;
  /** Within a transaction: throws `busy` where another server is the owner. What passed before the session ended that it was an owner by, fails here. */
  assertOwn(workspace: string): Promise<void>;
  /** Leaves a workspace of this server to whichever is asked about it next. */
  release(workspace: string): Promise<void>;
  /** Leaves these, and from then on answers nothing more that other servers send on. */
  leave(workspaces: readonly string[]): void;
  readonly hasLeft: boolean;
  /**
   * Ends the session of an owner that does not answer at its address, which then owns nothing. The number of that session, 0 where it was the owner no more, and
   * null for one that lives, as it has another session within a minute.
   */
  depose(workspace: string, address: string): Promise<number | null>;
}

/** The database, with the one way to write to it. */
export interface Database {
  /**
   * Queries outside of a transaction, for reading: they wait for no transaction, and see what it does from the moment on that it is
   * committed, which is before `transaction` answers.
   */
  queries: Queries;
  /** What signs the rows that are shown as proof or give a right. */
  seals: Seals;
  /** Null for a database of one machine. */
  owners: Owners | null;
  /**
   * Runs `work` alone among all processes: nobody else writes before it ends. `turn` is one more than that of the
   * transaction before; so whoever remembers its own last turn knows whether anybody wrote in between. Throws `busy`
   * when the lock cannot be had in ten seconds, the disk is full, or the database may not be written. It may
   * take a hundred seconds, and an hour where it `isLong`.
   */
  transaction<T>(work: (queries: Queries, turn: number) => Promise<T>, options?: { isLong?: boolean }): Promise<T>;
  /**
   * Runs `work` while nobody else writes, in any process. `turn` is that of the last transaction: whoever finds its own there knows
   * that nobody wrote since. Costs no sync; what is not to be seen by others takes none either. Throws as `transaction` does.
   */
  locked<T>(work: (turn: number) => Promise<T>): Promise<T>;
  /** Answers once everything that any process has committed outlasts a power cut. May be called inside a transaction. */
  settled(): Promise<void>;
  /** Another number than before once anybody else has committed: another process, or another connection of this one. */
  version(): Promise<number>;
  /** Another number than before once anybody has committed, this process too: what was read after a number holds for as long as it is that. */
  changes(): Promise<number>;
  /** Calls back once the database is another one than it was, as a standby that took over without the last commits: everything throws `busy` from then on. */
  whenReplaced(tell: () => void): void;
  /** What is wrong with the database's files or the way to it, as a sentence, or null; while something is, no change is accepted. */
  fault(): Promise<string | null>;
  /**
   * Calls back when any process may have committed, until closed. A hint: it calls too often. `onCommit` never rejects; `close` waits
   * for it. It is called once at the beginning, for those that came before. `onWord` hears what other processes `tell`.
   */
  watch(onCommit: () => Promise<void>, onWord?: (word: string) => void): { close(): Promise<void> };
  /**
   * Tells every other server that watches the same database what is worth nothing a moment later: in order, or not at all, and to nobody
   * who comes after. A word has at most 7,000 bytes. One server alone, as on a database in a file, tells nobody.
   */
  tell(word: string): void;
  /** Writes what the open database holds to a new file, also when its own is gone; null for one that is not in a file of ours. */
  rescue: ((target: string) => Promise<void>) | null;
  size(): Promise<number>;
  /** Milliseconds from this process's clock to the one that all processes share; 0 where they have one, or the same within a second. */
  clockOffset(): number;
  /** Its connections now, by what they are for; none of one that is in a file. */
  pools(): PoolUse[];
  /**
   * Writes the database's files anew, so that nothing is left in them of what was deleted or replaced, and answers where it may be
   * still. Throws `busy` where others read or write all the time.
   */
  wipe(): Promise<readonly string[]>;
  close(): Promise<void>;
}
