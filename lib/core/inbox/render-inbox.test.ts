import { describe, expect, it } from "vitest";
import type { Entry } from "@/lib/core/inbox/entry";
import { renderInbox } from "@/lib/core/inbox/render-inbox";

const NOW = "2026-02-09T10:05:00.000Z";
const RELAY: Entry = {
  ...{ kind: "waits", id: "460e932037f30ff7", role: "tester-1", by: "tester-1", tag: "Warning", note: null },
  ...{ text: "The form jumps, implementer-1\n- on a phone", concerns: true, at: NOW },
};
const told = (reader: string, entries: Entry[]) =>
  renderInbox({ reader, entries, left: [], also: [], now: NOW }, { again: "wardroom inbox --again" });

describe("an inbox in words", () => {
  it("says for whom a relay waits, also to a role that it names", () => {
    expect(told("Lead", [RELAY])).toContain("Warning · tester-1 · waits for you · 460e932037f30ff7");
    expect(told("implementer-1", [RELAY])).toContain("Warning · tester-1 · with the Lead · 460e932037f30ff7");
  });

  it("gives the Lead the command for each relay, where a door has one", () => {
    const words = { again: "", approve: (relay: string) => `wardroom relay approve ${relay}` };
    const at = (reader: string) => renderInbox({ reader, entries: [RELAY], left: [], also: [], now: NOW }, words);
    expect(at("Lead")).toContain("Warning · tester-1 · wardroom relay approve 460e932037f30ff7\n");
    expect(at("implementer-1")).toContain("with the Lead · 460e932037f30ff7");
  });

  it("keeps a text whole below its head, and tells its age from ten minutes on", () => {
    const said: Entry = { ...RELAY, kind: "said", at: "2026-02-09T09:50:00.000Z" };
    expect(told("implementer-1", [said])).toBe(
      "Warning · tester-1 · 15 min · 460e932037f30ff7 · names you\n  The form jumps, implementer-1\n  - on a phone",
    );
  });

  it("tells an excerpt of what was shown before, with what was decided", () => {
    const text = "The form jumps on every phone that was tried, and on none of the tablets in the office";
    const rejected: Entry = { ...RELAY, kind: "rejected", by: "Lead", text, note: "Known since Monday" };
    expect(told("tester-1", [rejected])).toBe(
      "Warning · tester-1 · rejected · 460e932037f30ff7\n" +
        "  The form jumps on every phone that was tried, an …\n  Because: Known since Monday",
    );
  });
});
