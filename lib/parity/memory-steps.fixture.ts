import { query } from "@/lib/client/paths";
import { Changed, ItemAdded, ItemRelayed, Memory, type Item, type RelatedLine } from "@/lib/contracts/memory";
import { sayRelated } from "@/lib/core/search/related";
import { notesOn } from "@/lib/core/memory/item-notes";
import { needsId } from "@/lib/core/inbox/entry";
import { wordMemory } from "@/lib/mcp/memory-words";
import { refused, shown, type RestCall, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const S = "/sessions/checkout";
const FINDING = "카드 폼 · loads fonts";
const LINES = "first\n## not a heading\n- not a bullet";
const HABIT = "I always run the tests twice before I commit";
const TOO_LONG = "한".repeat(20_001);
const NO_COMMAND = "is done in the file, or by an agent";

/** One item, as whom and into whose section. */
const item =
  (body: object, session = "checkout") =>
  (): RestCall => ["POST", `/sessions/${session}/memory/items`, body];

/** What `say` tells of an item that REST answers whole. */
export const said = (body: object): ToolCall =>
  shown(
    "say",
    () => ({ ...body }),
    ItemAdded,
    ({ item: written, revision, addedTo, advice, related }) => ({
      state: "written",
      id: written.id,
      revision,
      ...(addedTo !== undefined && { addedTo }),
      ...(advice !== undefined && { advice }),
      ...near(related),
    }),
  );

/** The same of an item that waits for the Lead. */
export const relayed = (body: object): ToolCall =>
  shown(
    "say",
    () => ({ ...body }),
    ItemRelayed,
    ({ relay, related }) => ({ state: "relayed", id: relay.id, ...near(related) }),
  );

function near(related?: RelatedLine[]) {
  return related && { related: related.map((each) => sayRelated(each, each.at?.slice(11, 16) ?? "")) };
}

/** What `memory` tells of the team memory, of all items or of some. */
export const memory = (
  args: ToolCall["args"] = () => ({}),
  isShown: (item: Item) => boolean = () => true,
  more: Record<string, unknown> = {},
  reader = "Lead",
): ToolCall =>
  shown("memory", args, Memory, ({ revision, etag, sections }) =>
    wordMemory({
      session: "checkout",
      revision,
      etag,
      sections: sections
        .map(({ role, items }) => ({ role, items: items.filter(isShown).map((each) => shownItem(each, role, reader)) }))
        .filter(({ items }) => items.length > 0),
      ...more,
      nextCursor: null,
    }),
  );

/** The etag of an answer, or that the words of `memory` begin with. */
export function etagIn(answer: string | { etag?: string }): string | undefined {
  return typeof answer === "string" ? /, etag (\S+)/.exec(answer)?.[1] : answer.etag; // checkout at revision 3, etag 55f6…
}

function shownItem(item: Item, role: string, reader: string) {
  const { id, tag, text, body, state, resolution, timestamp, written, line, ...noted } = item;
  const notes = notesOn({ id, ...noted }).map(({ words }) => words);
  return {
    ...(notes.length > 0 && { notes }),
    ...{ tag, text, timestamp, written, line },
    ...(needsId({ role, tag }, reader) && { id }),
    ...(body !== "" && { body }),
    ...(state !== "active" && { state }),
    ...(resolution !== null && { resolution }),
  };
}

const edit = (args: ToolCall["args"]): ToolCall =>
  shown("edit", args, Changed.pick({ revision: true, etag: true }), (answer) => answer);

/** Saying and reading, in the team memory. */
export const MEMORY_STEPS: readonly Step[] = [
  {
    name: "say as a role that writes itself",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: FINDING }),
    mcp: said({ tag: "Finding", text: FINDING }),
    cli: () => ["say", "implementer-1", "finding", FINDING],
  },
  {
    name: "act as a section of text",
    rest: () => [
      "POST",
      "/sessions/checkout/memory/items",
      { tag: "Finding", text: FINDING },
      { "x-wardroom-role": "Log" },
    ],
    mcp: "is refused as it connects",
    cli: () => ["say", "Lead", "finding", FINDING, "--as", "Log"],
    code: "invalid_input",
  },
  {
    name: "say several lines",
    as: "implementer-1",
    rest: item({ tag: "Pattern", text: LINES }),
    mcp: said({ tag: "Pattern", text: LINES }),
    cli: () => ["say", "implementer-1", "pattern", "-"],
    stdin: `${LINES}\n`,
    keep: ({ item: written, id, revision }) => ({ item: written?.id ?? id, revision: String(revision) }),
  },
  {
    name: "say as a role that writes through the Lead",
    as: "mina",
    rest: item({ tag: "Question", text: "Which rates?" }),
    mcp: relayed({ tag: "Question", text: "Which rates?" }),
    cli: () => ["say", "mina", "Question", "Which", "rates?"],
    keep: ({ relay, id }) => ({ relay: relay?.id ?? id }),
  },
  {
    name: "say as the Lead",
    rest: item({ tag: "Gate", text: "Phase 1 PASSED" }),
    mcp: said({ tag: "Gate", text: "Phase 1 PASSED" }),
    cli: () => ["say", "Lead", "gate", "Phase 1 PASSED"],
  },
  {
    name: "say what belongs into an agent's own memory",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: HABIT }),
    mcp: said({ tag: "Finding", text: HABIT }),
    cli: () => ["say", "implementer-1", "finding", HABIT],
  },
  {
    name: "say as the Lead for a role, in capitals",
    rest: item({ tag: "Decision", text: "Cards first", role: "Implementer-1" }),
    mcp: said({ tag: "Decision", text: "Cards first", role: "Implementer-1" }),
    cli: "says it as the role itself",
  },
  {
    name: "say a gate as an implementer",
    as: "implementer-1",
    rest: item({ tag: "Gate", text: "x" }),
    mcp: refused("say", () => ({ tag: "Gate", text: "x" })),
    cli: () => ["say", "implementer-1", "gate", "x"],
    code: "invalid_input",
  },
  {
    name: "say with a tag that is none",
    as: "implementer-1",
    rest: item({ tag: "Gossip", text: "x" }),
    mcp: refused("say", () => ({ tag: "Gossip", text: "x" })),
    cli: () => ["say", "implementer-1", "Gossip", "x"],
    code: "invalid_input",
  },
  {
    name: "say with a field too many",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: "x", loud: true }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", loud: true })),
    cli: "has its own options",
    code: "invalid_input",
  },
  {
    name: "say in another's section",
    as: "implementer-2",
    rest: item({ tag: "Finding", text: "x", role: "Lead" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", role: "Lead" })),
    cli: ({ token = "" }) => ["say", "Lead", "finding", "x", "--token", token],
    code: "forbidden",
  },
  {
    name: "say as a role without a section",
    as: "implementer-9",
    rest: item({ tag: "Finding", text: "x" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x" })),
    cli: () => ["say", "implementer-9", "Finding", "x"],
    code: "not_found",
  },
  {
    name: "say into the section of a role that there is not",
    rest: item({ tag: "Finding", text: "x", role: "implementer-9" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", role: "implementer-9" })),
    cli: () => ["say", "implementer-9", "Finding", "x"],
    code: "not_found",
  },
  {
    name: "leave an item with the Lead for a role whose name is misspelled",
    rest: item({ tag: "Finding", text: "x", role: "implementr-1" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", role: "implementr-1" })),
    cli: () => ["say", "implementr-1", "Finding", "x"],
    code: "not_found",
  },
  {
    name: "say for another role whose name is misspelled",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: "x", role: "implementr-2" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", role: "implementr-2" })),
    cli: () => ["--as", "implementer-1", "say", "implementr-2", "Finding", "x"],
    code: "not_found",
  },
  {
    name: "say into the section of something that is no role",
    rest: item({ tag: "Finding", text: "x", role: "../x" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", role: "../x" })),
    cli: () => ["say", "../x", "Finding", "x"],
    code: "invalid_input",
  },
  {
    name: "say nothing",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: "" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "" })),
    cli: () => ["say", "implementer-1", "Finding", "-"],
    code: "invalid_input",
  },
  {
    name: "say too much",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: TOO_LONG }),
    mcp: refused("say", () => ({ tag: "Finding", text: TOO_LONG })),
    cli: () => ["say", "implementer-1", "Finding", TOO_LONG],
    code: "invalid_input",
  },
  {
    name: "say what is no text",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: "half \ud800" }),
    mcp: refused("say", () => ({ tag: "Finding", text: "half \ud800" })),
    cli: "refuses such a word before it is sent",
    code: "invalid_input",
  },
  {
    name: "say in no session",
    as: "implementer-1",
    rest: item({ tag: "Finding", text: "x" }, "nowhere"),
    mcp: refused("say", () => ({ tag: "Finding", text: "x", session: "nowhere" })),
    cli: () => ["say", "implementer-1", "Finding", "x", "--session", "nowhere"],
    code: "not_found",
  },
  {
    name: "read the memory as a role",
    as: "mina",
    rest: () => ["GET", `${S}/memory?state=active`],
    mcp: memory(undefined, undefined, {}, "mina"),
    cli: () => ["session", "show", "checkout", "--as", "mina"],
    keep: (answer) => ({ etag: etagIn(answer) }),
  },
  {
    name: "read what was said since",
    as: "implementer-1",
    rest: ({ revision }) => ["GET", `${S}/memory?since=${revision}`],
    mcp: memory(({ revision }) => ({ since: Number(revision) }), undefined, { gone: [] }, "implementer-1"),
    cli: ({ revision = "0" }) => ["session", "show", "checkout", "--since", revision, "--as", "implementer-1"],
  },
  {
    name: "read a part of it",
    rest: () => ["GET", `${S}/memory?role=implementer-1&tag=Finding,Pattern&state=active&q=FIRST`],
    mcp: memory(() => ({ role: "implementer-1", tag: "Finding,Pattern", q: "FIRST" })),
    cli: () => ["session", "show", "checkout", "--role", "implementer-1", "--tag", "Finding,Pattern", "-q", "FIRST"],
  },
  ...Object.entries({ role: "Lead", tag: "Gate", q: "PASSED", state: "resolved" }).map(([filter, value]): Step => ({
    name: `read it by ${filter}`,
    rest: () => ["GET", `${S}/memory${query({ state: "active", [filter]: value })}`],
    mcp: memory(() => ({ [filter]: value })),
    cli: () => ["session", "show", "checkout", filter === "q" ? "--query" : `--${filter}`, value],
  })),
  {
    name: "read by filters that are left empty",
    rest: () => ["GET", `${S}/memory?role=&tag=&q=&state=active`],
    mcp: memory(() => ({ role: "", tag: "", q: "" })),
    cli: () => ["session", "show", "checkout", "--role", "", "--tag", "", "-q", ""],
  },
  {
    name: "read with a state that is none",
    rest: () => ["GET", `${S}/memory?state=rumoured`],
    mcp: refused("memory", () => ({ state: "rumoured" })),
    cli: () => ["session", "show", "checkout", "--state", "rumoured"],
    code: "invalid_input",
  },
  {
    name: "read a memory that there is not",
    rest: () => ["GET", "/sessions/nowhere/memory"],
    mcp: refused("memory", () => ({ session: "nowhere" })),
    cli: () => ["session", "show", "nowhere"],
    code: "not_found",
  },
  {
    name: "edit one's own section",
    as: "implementer-1",
    rest: ({ etag = "" }) => [
      "POST",
      `${S}/memory/edit`,
      { oldString: "loads fonts", newString: "loads its fonts" },
      { "if-match": etag },
    ],
    mcp: edit(({ etag }) => ({ oldString: "loads fonts", newString: "loads its fonts", etag })),
    cli: NO_COMMAND,
  },
  {
    name: "edit by a version that is over",
    as: "implementer-1",
    rest: ({ etag = "" }) => [
      "POST",
      `${S}/memory/edit`,
      { oldString: "loads its fonts", newString: "x" },
      { "if-match": etag },
    ],
    mcp: refused("edit", ({ etag }) => ({ oldString: "loads its fonts", newString: "x", etag })),
    cli: NO_COMMAND,
    code: "stale",
  },
  {
    name: "edit what is not there any more",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "loads fonts", newString: "x" }],
    mcp: refused("edit", () => ({ oldString: "loads fonts", newString: "x" })),
    cli: () => ["curate", "edit", "--text", "loads fonts", "x", "--as", "implementer-1"],
    code: "conflict",
  },
  {
    name: "edit what stands there more than once",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "a", newString: "x" }],
    mcp: refused("edit", () => ({ oldString: "a", newString: "x" })),
    cli: () => ["curate", "edit", "--text", "a", "x", "--as", "implementer-1"],
    code: "conflict",
  },
  {
    name: "edit a heading away",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "## implementer-1", newString: "x" }],
    mcp: refused("edit", () => ({ oldString: "## implementer-1", newString: "x" })),
    cli: NO_COMMAND,
    code: "forbidden",
  },
  {
    name: "edit another's section",
    as: "implementer-2",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "loads its fonts", newString: "x" }],
    mcp: refused("edit", () => ({ oldString: "loads its fonts", newString: "x" })),
    cli: () => ["curate", "edit", "--text", "loads its fonts", "x", "--as", "implementer-2"],
    code: "forbidden",
  },
  {
    name: "edit as a role that writes through the Lead",
    as: "mina",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "loads its fonts", newString: "x" }],
    mcp: refused("edit", () => ({ oldString: "loads its fonts", newString: "x" })),
    cli: NO_COMMAND,
    code: "forbidden",
  },
  {
    name: "edit nothing",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/edit`, { oldString: "", newString: 1 }],
    mcp: refused("edit", () => ({ oldString: "", newString: 1 })),
    cli: NO_COMMAND,
    code: "invalid_input",
  },
];
