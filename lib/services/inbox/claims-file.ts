import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { isNamed } from "@/lib/core/context/run";
import { groupBy } from "@/lib/core/lists";
import { CLAIMS_FILE, type FiledClaim, LARGEST_CLAIMS, readClaims } from "@/lib/core/places/claims-file";
import { listAllClaims, placesOf } from "@/lib/db/presence";
import { citesItem, standingClaims } from "@/lib/services/inbox/claims";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { writeWhole } from "@/lib/store/server-file";

/** Keeps the file from which hooks know what is claimed, and where: after each event by which a claim begins, ends or moves. */
export class ClaimsFile {
  /** What may change it, by what stands there. */
  #follows = /^(?:claim|run|session)/;
  #last: string | null = null;
  #work: Promise<void> | null = null;
  #again = false;

  #report: (error: unknown) => void = () => undefined;

  constructor(private readonly context: ServiceContext) {
    context.live.subscribe(({ action }) => {
      if (this.#follows.test(action)) void this.renew();
    });
  }

  /** Has the file be as it is to be, and `report` told why it is not. */
  watch(report: (error: unknown) => void): { close: () => Promise<void> } {
    this.#report = report;
    void this.renew();
    return { close: () => this.idle() };
  }

  /** Writes what holds now; resolves once it is written, and no later change waits. Never rejects. */
  renew(): Promise<void> {
    this.#again = true;
    return (this.#work ??= this.#write().finally(() => (this.#work = null)));
  }

  /** Resolves once nothing is to be written. */
  idle(): Promise<void> {
    return this.#work ?? Promise.resolve();
  }

  async #write(): Promise<void> {
    const path = join(this.context.places.data, CLAIMS_FILE);
    try {
      while (this.#again) {
        this.#again = false;
        const text = await this.#read();
        if (text === this.#last) continue;
        await (text === null ? rm(path, { force: true }) : writeWhole(path, text));
        this.#last = text;
        // Another process may have written what it knew over what was committed since.
        this.#again = true;
      }
    } catch (error) {
      this.#last = null;
      this.#report(error);
    }
  }

  /** All that holds in the projects of this process, and what another process left there of others; null for nothing. */
  async #read(): Promise<string | null> {
    const { clock, database, places } = this.context;
    const now = clock();
    // Hooks have the clock of this machine, which the database's servers may not. To the second: another look comes to the same text.
    const ahead = Math.round((now.getTime() - Date.now()) / 1000) * 1000;
    const rows = (await listAllClaims(database.queries, now)).filter(({ paths }) => paths !== null);
    const own = new Set<string>();
    const claims: FiledClaim[] = [];
    for (const [workspace, place] of places.workspaces) {
      const folder = (await realpath(place).catch(() => place)).replaceAll("\\", "/");
      own.add(folder);
      const sessions = groupBy(
        rows.filter(({ session }) => session.workspaceId === workspace),
        ({ sessionKey }) => sessionKey,
      );
      for (const [first] of sessions.values()) {
        if (first === undefined) continue;
        const { session } = first;
        for (const claim of await standingClaims(this.context, session, database.queries, now)) {
          const { id, role, run, what } = claim;
          const times = { at: claim.at.getTime() - ahead, until: claim.until.getTime() - ahead };
          const named = run !== null && isNamed({ id: run }) ? run : null;
          const where = { folder, session: session.id, places: placesOf(claim) };
          claims.push({ id, role, what, run: named, ...where, ...times, denies: session.claimedEdits === "deny" });
        }
      }
    }
    const stands = await readFile(join(places.data, CLAIMS_FILE), "utf8").catch(() => "");
    const others = readClaims(stands, Date.now()).filter(({ folder }) => !own.has(folder));
    const all = [...others, ...claims.filter((claim) => claim.places.length > 0)];
    this.#follows =
      all.length === 0 ? /^claim/ : all.some(({ what }) => citesItem(what)) ? /./ : /^(?:claim|run|session)/;
    // The oldest claims are left out where all of them are too much to read before each edit.
    while (Buffer.byteLength(JSON.stringify(all)) > LARGEST_CLAIMS) all.shift();
    return all.length === 0 ? null : JSON.stringify(all);
  }
}
