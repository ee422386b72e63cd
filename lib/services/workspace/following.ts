import type { Database } from "@/lib/db/database";
import { findLastEvent } from "@/lib/db/history";
import { noteDown } from "@/lib/services/commit/commit-errors";
import type { Copies } from "@/lib/services/commit/copies";
import type { LiveFeed } from "@/lib/services/commit/live-feed";
import { SharedRuns } from "@/lib/services/commit/shared-runs";

interface Followed {
  database: Database;
  live: LiveFeed;
  copies: Copies;
  /** Finds out which credentials in use others have ended. */
  recheck: () => Promise<void>;
}

/** How a process comes to know what others have committed to its database. */
export class Following {
  readonly #looks = new SharedRuns<void>();
  #seen: number | null = null;

  constructor(private readonly followed: Followed) {}

  /** Resolves once all is known that was committed when it was called, to any workspace: who is out, before anything is told that was done since. */
  catchUp(): Promise<void> {
    return this.#looks.run("", () => this.#look(""));
  }

  /**
   * The same for whoever comes in, with the files of a workspace, or of all, brought up; as far as the database can be reached. Where it
   * `isItsOwn`, only what was committed to that recorded workspace counts.
   */
  freshen(workspace: string | undefined, isItsOwn: boolean): Promise<void> {
    const { copies, database } = this.followed;
    const own = isItsOwn && workspace !== undefined && copies.isRecorded(workspace) ? workspace : "";
    return noteDown(async () => {
      await this.#looks.run(own, () => this.#look(own));
      await copies.ensure(database.queries, workspace);
    });
  }

  async #look(own: string): Promise<void> {
    const { database, live, copies, recheck } = this.followed;
    const version = await database.version();
    if (version === this.#seen) return;
    if (own !== "" && live.isAt(own, (await findLastEvent(database.queries, own)).hash)) return;
    await recheck();
    await live.catchUp();
    await copies.ensure(database.queries, "");
    this.#seen = version;
  }
}
