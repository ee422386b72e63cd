import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom, type TestSession } from "@/lib/services/testing/test-wardroom.fixture";

/** What the history leaves open is "probably" or "unknown" in the answer, and never another's name. */

const FONTS = "- [Finding] Fonts load twice in the card form\n";
const RATES = "- [Finding] Rates refresh on every page view\n";

let session: TestSession;

beforeEach(async () => {
  const wardroom = await TestWardroom.open();
  session = await wardroom.session("checkout", ["implementer-1", "implementer-2"]);
  await say("implementer-1", "Fonts load twice in the card form");
  await say("implementer-1", "Rates refresh on every page view");
});
afterEach(() => vi.useRealTimers());

function say(role: string, text: string) {
  return session.wardroom.services.memory.add(
    actingAs(role),
    session.params,
    { tag: "Finding", text, anyway: true },
    PLAIN_REQUEST,
  );
}

/** Saves the file with an editor, and has Wardroom read it. */
async function save(change: (text: string) => string): Promise<void> {
  await session.put(change(await session.text()));
  await session.wardroom.services.memory.read(OWNER, session.params);
}

/** Each item's line with who is named, and how surely. */
async function told(): Promise<string[]> {
  const { lines } = await session.wardroom.services.memory.blame(OWNER, session.params, { from: 1 });
  return lines
    .filter(({ text }) => text.startsWith("- ["))
    .map((line) => `${line.text.slice(12)}: ${line.certainty} ${line.actor}`);
}

it("two equal lines, one of them removed outside: the one that is left is probably its author's", async () => {
  await save((text) => text.replace(FONTS, FONTS + FONTS));
  await save((text) => text.replace(FONTS, ""));
  expect(await told()).toEqual([
    "Fonts load twice in the card form: probably implementer-1",
    "Rates refresh on every page view: certain implementer-1",
  ]);
});

it("two equal lines of two roles, one of them removed outside: neither is named as certain", async () => {
  const equal = "- [Finding] The ledger takes one currency\n";
  await say("implementer-1", "The ledger takes one currency");
  await save((text) => text.replace(RATES, RATES + equal));
  await save((text) => text.replace(equal, ""));
  expect((await told()).filter((line) => line.includes("ledger"))).toEqual([
    expect.stringMatching(/^The ledger takes one currency: (probably implementer-1|unknown disk)$/),
  ]);
});

it("a line split in two: neither half is said to be its author's", async () => {
  await save((text) => text.replace("Fonts load twice in", "Fonts load twice\n- [Finding] in"));
  expect(await told()).toEqual([
    "Fonts load twice: unknown disk",
    "in the card form: unknown disk",
    "Rates refresh on every page view: certain implementer-1",
  ]);
});

it("two lines merged into one: nobody is named for what they became", async () => {
  await save((text) => text.replace(FONTS + RATES, `${FONTS.trimEnd()}; rates refresh on every page view\n`));
  expect(await told()).toEqual(["Fonts load twice in the card form; rates refresh on every page view: unknown disk"]);
});

it("a section renamed: its lines stay whose they are", async () => {
  await save((text) => text.replace("## implementer-1", "## builder-1"));
  expect(await told()).toEqual([
    "Fonts load twice in the card form: certain implementer-1",
    "Rates refresh on every page view: certain implementer-1",
  ]);
});

it("a file restored from version control: what comes back is probably its author's", async () => {
  const committed = await session.text();
  await save((text) => text.replace(FONTS, ""));
  await save(() => committed);
  expect(await told()).toEqual([
    "Fonts load twice in the card form: probably implementer-1",
    "Rates refresh on every page view: certain implementer-1",
  ]);
});

it("a clock set back: order and names are those of the history", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
  await say("implementer-2", "The ledger takes one currency");
  await save((text) => text.replace("one currency", "one currency only"));
  expect(await told()).toEqual([
    "Fonts load twice in the card form: certain implementer-1",
    "Rates refresh on every page view: certain implementer-1",
    "The ledger takes one currency only: unknown disk",
  ]);
});
