import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { call, serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { ItemRow } from "@/components/memory/memory-list";
import type { Memory } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import { JUDGEMENTS } from "@/lib/core/memory/pair";
import { sayProgress } from "@/lib/core/memory/item-notes";
import { connect, use } from "@/lib/mcp/testing/client.fixture";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { OWNER_TOKEN, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { type Caller, PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const ROLES = ["implementer-1", "implementer-2", "tester-1"];
const LEAD: Caller = { ...OWNER, source: "cli" };
const callerOf = (role: string): Caller => (role === "Lead" ? LEAD : actingAs(role));

const who = fc.constantFrom("Lead", ...ROLES);
const at = fc.nat(7);
const steps = fc.array(
  fc.record({
    what: fc.constantFrom("say", "say", "say", "ask", "answer", "judge", "settle", "resolve", "withdraw", "leave"),
    who,
    tag: fc.constantFrom("Dependency", "Dependency", "Question", "Conflict", "Decision"),
    one: at,
    two: at,
    to: fc.constantFrom(...ROLES),
    judgement: fc.constantFrom(...JUDGEMENTS),
  }),
  { minLength: 18, maxLength: 24 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** What a team does; what cannot be done is left out. */
async function take({ services }: TestWardroom, session: string, all: readonly Step[]): Promise<void> {
  const params = { workspace: "demo", session };
  const ids = async () => {
    const { sections } = await services.memory.read(LEAD, params, {});
    return sections.flatMap(({ items }) => items.map(({ id }) => id));
  };
  for (const [number, { what, who: by, tag, one, two, to, judgement }] of all.entries()) {
    const caller = callerOf(by);
    const known = await ids();
    const [first = "", second = ""] = [one, two].map((number) => known[number % Math.max(1, known.length)]);
    const text = `Step ${number} of ${by} needs ${number % 2 === 0 ? first.slice(0, 8) : to}`;
    const done = (): Promise<unknown> => {
      switch (what) {
        case "say":
          return services.memory.add(caller, params, { tag, text }, PLAIN_REQUEST);
        case "ask":
          return services.questions.ask(caller, params, { role: to, text }, PLAIN_REQUEST);
        case "answer":
          return services.questions.answer(caller, { ...params, question: first }, { text }, PLAIN_REQUEST);
        case "judge":
          return services.pairs.judge(caller, { ...params, item: first }, { [judgement]: second }, PLAIN_REQUEST);
        case "settle":
          return services.pairs
            .list(LEAD, params)
            .then(({ items: [pair] }) =>
              services.pairs.settle(LEAD, { ...params, pair: pair?.id ?? "" }, { holds: first }, PLAIN_REQUEST),
            );
        case "resolve":
          return services.curation.resolve(LEAD, params, { item: first, resolution: "done" }, PLAIN_REQUEST);
        case "withdraw":
          return services.memory.withdraw(LEAD, { ...params, item: first }, PLAIN_REQUEST);
        default:
          return services.curation.replaceRole(
            LEAD,
            params,
            { role: to, by: `implementer-${number + 5}` },
            PLAIN_REQUEST,
          );
      }
    };
    await done().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

const ROW = { selected: false, open: false, isNew: false, onToggle: () => undefined };
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, "").toLowerCase();

it("is told alike by REST, MCP, the command, the screen and the gate, whatever a team did", async () => {
  const wardroom = await TestWardroom.open();
  serve(wardroom);
  const client = await connect(OWNER_TOKEN, "modern", { "x-wardroom-workspace": "demo" });
  let number = 0;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const session = `team-${number++}`;
      await wardroom.session(session, ROLES);
      await take(wardroom, session, all);
      const rest = await call("GET", `/api/v1/workspaces/demo/sessions/${session}/memory`);
      const { sections } = (await rest.json()) as Memory;
      const items = sections.flatMap((section) => section.items.map((item) => ({ ...item, role: section.role })));
      const mcp = (await use<unknown>(client, "memory", { state: "all", session })) as string;
      const { out, err } = await wardroomCli(wardroom, ["session", "show", session, "--state", "all"]);
      expect(err).toBe("");
      const gate = await wardroom.services.gates.open(
        LEAD,
        { workspace: "demo", session },
        { phase: 1 },
        PLAIN_REQUEST,
      );
      for (const { role, ...item } of items) {
        const notes = sayProgress(item);
        if (notes.length === 0) continue;
        told++;
        const bullet = mcp.slice(mcp.indexOf(item.text));
        expect(bullet.slice(0, bullet.indexOf("\n- ") >>> 0), item.text).toContain(notes.join("; "));
        const lines = out.slice(out.indexOf(item.text)).split("\n");
        for (const note of notes) expect(lines.slice(1, 1 + notes.length + 1).join("\n")).toContain(note);
        const row = wordsOf(renderToStaticMarkup(createElement(ItemRow, { ...ROW, item })));
        const shown = sayProgress(item, ({ role: whose, text, state }) =>
          state === "gone" ? "a line that is gone" : `${whose}: ${text}`,
        );
        for (const note of shown) expect(row).toContain(wordsOf(note.replaceAll("'", "&#x27;")));
        if (item.state !== "active") continue;
        const said = notes.join("; ");
        const blocker = gate.blockers.find(({ id }) => id === `item:${item.id}`);
        if (blocker !== undefined) expect(blocker.message).toContain(`(${said}`);
        const isUnmet = item.progress?.state === "waiting" || item.progress?.state === "open";
        if (item.tag !== "Dependency" || !isUnmet) continue;
        const noted = `Dependency of ${role}: ${item.text} (${said})`;
        if (!gate.notes.some((note) => note.endsWith("not met."))) expect(gate.notes).toContain(noted);
      }
      return true;
    }),
    { numRuns: 16, endOnFailure: true },
  );
  expect(told).toBeGreaterThan(20);
});
