import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { replayHalfHour, type Replayed } from "@/lib/soak/replay.fixture";

let replayed: Replayed;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  replayed = await replayHalfHour(await TestWardroom.open());
});
afterAll(() => {
  vi.useRealTimers();
});

describe("half an hour of a real team, read with the inbox", () => {
  it("shows each role every item of the others once, and none of its own", () => {
    const { roles, authors, became, standing } = replayed;
    for (const { role, shown } of roles) {
      const told = shown.flatMap(({ kind, id }) => (kind === "said" || kind === "waits" ? [became.get(id) ?? id] : []));
      expect(new Set(told).size, `${role} was shown something twice`).toBe(told.length);
      for (const id of told) expect(authors.get(id), `${role} was shown its own ${id}`).not.toBe(role);
      const others = [...standing].filter((id) => authors.get(id) !== role);
      expect(told).toEqual(expect.arrayContaining(others));
    }
  });

  it("prints no more than what was new", () => {
    const total = replayed.roles.reduce((sum, { printed }) => sum + printed, 0);
    for (const { role, looks, before, printed, kinds } of replayed.roles) {
      const parts = Object.entries(kinds).map(([kind, size]) => `${kind} ${size}`);
      process.stdout.write(`${role}: ${looks} looks, ${before} characters then, ${printed} now: ${parts.join("; ")}\n`);
    }
    process.stdout.write(`all: ${total}\n`);
    expect(total).toBeLessThanOrEqual(95_000);
  });

  it("costs three in a hundred more for the related lines that writers are shown", () => {
    const total = replayed.roles.reduce((sum, { printed }) => sum + printed, 0);
    process.stdout.write(`related: ${replayed.related}\n`);
    expect(replayed.related).toBeLessThanOrEqual(total * 0.03);
  });
});
