import { expect } from "vitest";
import type { SessionParams } from "@/lib/services/workspace/session-params";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** What was derived of the seats of a session at moments that are over by now. */
export class PastSeats {
  readonly #seats: { at: string; role: string; confirmed: string | null; live: string[] }[] = [];

  /** What is derived of a seat now: the version it confirmed, and the runs that count for it. */
  note(role: string, { confirmed, live }: { confirmed: string | null; live: string[] }): void {
    this.#seats.push({ at: new Date().toISOString(), role, confirmed, live: live.toSorted() });
  }

  /** What the history says of each moment is what was derived then, at both doors, and for each run alone. */
  async check({ services: { moments, context } }: TestWardroom, params: SessionParams): Promise<void> {
    for (const { at, role, confirmed, live } of this.#seats) {
      const { roles } = await moments.read(OWNER, params, { at });
      const then = roles.find((each) => each.role === role);
      const there = (then?.runs ?? []).filter(({ counts }) => counts);
      const ids = there.map(({ id }) => id).sort();
      expect([then?.version ?? null, ids], `${role} at ${at}`).toEqual([confirmed, live]);
      const known = await context.known(OWNER, params, { role, at });
      expect([known.version, known.runs], `${role} at ${at}`).toEqual([confirmed, then?.runs]);
      for (const run of there) {
        const alone = await context.known(OWNER, params, { role, at, run: run.id });
        expect([alone.version, alone.runs]).toEqual([run.confirmed, [run]]);
      }
    }
  }
}
