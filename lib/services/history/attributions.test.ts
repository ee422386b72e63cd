import fc from "fast-check";
import { expect, it } from "vitest";
import { textByRole } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";
import { sha256 } from "@/lib/store/read-file";

const ROLES = ["implementer-1", "implementer-2", "implementer-3", "reviewer-1"];
const READER = "tester-1";

/** One edit of the file by one hand: what it did in which sections, and who announces it, if anybody. */
interface Stroke {
  by: string | null;
  sections: readonly string[];
  act: "append" | "reword";
}

interface Announcement {
  role: string;
  before: string;
  after: string;
  sections: { section: string; before: string; after: string }[];
}

/** Edits of several hands before anybody looks at the file: no section is touched by two of them. */
const strokes: fc.Arbitrary<Stroke[]> = fc
  .record({
    hands: fc.array(fc.nat(3), { minLength: ROLES.length, maxLength: ROLES.length }),
    writers: fc.array(fc.option(fc.constantFrom(...ROLES, "Lead"), { freq: 3 }), { minLength: 3, maxLength: 3 }),
    acts: fc.array(fc.constantFrom("append" as const, "reword" as const), { minLength: 3, maxLength: 3 }),
  })
  .map(({ hands, writers, acts }) =>
    writers
      .map((by, hand): Stroke => ({
        by,
        sections: ROLES.filter((_, at) => hands[at] === hand),
        act: acts[hand] ?? "append",
      }))
      .filter(({ sections }) => sections.length > 0),
  )
  .filter((all) => all.length > 0);

const round = fc.record({ strokes, order: fc.infiniteStream(fc.nat(1000)), looks: fc.boolean() });

let facts = 0;

function apply(text: string, { sections, act }: Stroke): string {
  return sections.reduce((now, section) => {
    const heading = `## ${section}\n`;
    const at = now.indexOf(heading) + heading.length;
    if (act === "append") return `${now.slice(0, at)}- [Finding] fact ${++facts} of ${section}\n${now.slice(at)}`;
    const end = now.indexOf("\n", at);
    return `${now.slice(0, end)} and fact ${++facts}${now.slice(end)}`;
  }, text);
}

/** What the hook of whoever made an edit says of it. */
function announcementOf(role: string, before: string, after: string): Announcement {
  const [was, is] = [textByRole(parseMemory(before)), textByRole(parseMemory(after))];
  const sections = ROLES.filter((section) => was.get(section) !== is.get(section)).map((section) => ({
    section,
    before: sha256(was.get(section) ?? ""),
    after: sha256(is.get(section) ?? ""),
  }));
  return { role, before: sha256(before), after: sha256(after), sections };
}

async function openSession(wardroom: TestWardroom, id: string): Promise<TestSession> {
  const sections = ROLES.map((role) => `## ${role}\n- [Finding] fact ${++facts} of ${role}\n`);
  return wardroom.session(id, [...ROLES, READER], `# TEAM-MEMORY — ${id}\n\n${sections.join("\n")}\n## ${READER}\n`);
}

it("edits of a file that are found together are told by section and by who announced each, everywhere alike", async () => {
  const wardroom = await TestWardroom.open();
  const { attributions, events, inbox, memory } = wardroom.services;
  const reader = actingAs(READER);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const session = await openSession(wardroom, `together-${++runs}`);
      const { params } = session;
      const query = { wait: 0, again: "false", all: "true" } as const;
      const look = async () => {
        const { entries, mark } = await inbox.read(reader, params, query, new AbortController().signal);
        await inbox.seen(reader, params, { mark: mark ?? "" });
        return entries;
      };
      await look();
      for (const { strokes: hands, order, looks } of rounds) {
        const before = await session.text();
        const truth = new Map<string, string>();
        const announced: Announcement[] = [];
        let now = before;
        for (const hand of hands) {
          const next = apply(now, hand);
          for (const section of hand.sections) truth.set(section, hand.by ?? "disk");
          if (hand.by !== null) announced.push(announcementOf(hand.by, now, next));
          now = next;
        }
        await session.put(now);
        // Who looks before all was announced is told no more than was announced by then, and later the rest.
        if (looks) await memory.blame(OWNER, params, { from: 1 });
        const shuffled = announced.map((each) => ({ each, at: order.next().value as number }));
        for (const { each } of shuffled.sort((one, other) => one.at - other.at)) {
          const answer = await attributions.attribute(OWNER, params, each, PLAIN_REQUEST);
          expect(answer).toMatchObject({ attributed: true });
          if (looks) await memory.blame(OWNER, params, { from: 1 });
        }

        const told = Object.fromEntries(truth);
        const revision = await session.last();
        const ofParts = (parts: { section: string; by: string }[] = []) =>
          Object.fromEntries(parts.map(({ section, by }) => [section, by]));
        expect(ofParts(revision.parts)).toEqual(told);

        const filter = { session: session.id, action: "document.edited_outside", limit: 1, format: "json" } as const;
        const [event] = (await events.list(OWNER, { workspace: "demo" }, filter)).items;
        expect(ofParts(event?.parts)).toEqual(told);

        const { lines } = await memory.blame(OWNER, params, { from: 1 });
        const blamed = new Map<string, string>();
        let section = "";
        for (const line of lines) {
          if (line.text.startsWith("## ")) section = line.text.slice(3);
          if (line.revision !== revision.revision) continue;
          expect(line.certainty).toBe(line.actor === "disk" ? "unknown" : "certain");
          expect(line.source).toBe("disk");
          blamed.set(section, line.actor);
        }
        expect(Object.fromEntries(blamed)).toEqual(told);

        const entries = await look();
        expect(Object.fromEntries(entries.map(({ role, by }) => [role, by]))).toEqual(told);
      }
      expect(await events.verify(OWNER, { workspace: "demo" })).toMatchObject({ ok: true });
    }),
    { numRuns: 12 },
  );
});

it("gives nothing for a section that is not exactly as it was announced, nor one that is another's already", async () => {
  const wardroom = await TestWardroom.open();
  const { attribute } = wardroom.services.attributions;
  const session = await openSession(wardroom, "checkout");
  const before = await session.text();
  const mine = apply(before, { by: null, sections: ["implementer-1"], act: "append" });
  const both = apply(mine, { by: null, sections: ["implementer-2"], act: "append" });
  const more = apply(both, { by: null, sections: ["implementer-2"], act: "append" });
  await session.put(more);
  const say = (each: Announcement) => attribute(OWNER, session.params, each, PLAIN_REQUEST);
  // Somebody wrote on in the section before anybody looked.
  expect(await say(announcementOf("implementer-2", mine, both))).toMatchObject({ attributed: false, sections: [] });
  const announced = announcementOf("implementer-1", before, mine);
  expect(await say(announced)).toMatchObject({ attributed: true, sections: ["implementer-1"] });
  expect(await say({ ...announced, role: "implementer-3" })).toMatchObject({ attributed: false, sections: [] });
  const story = await session.story();
  expect(await say(announced)).toMatchObject({ attributed: true, sections: ["implementer-1"] });
  expect(await session.story()).toEqual(story);
  expect((await session.last()).parts).toEqual([
    { section: "implementer-1", by: "implementer-1" },
    { section: "implementer-2", by: "disk" },
  ]);
});
