import { Changed, ItemAdded, ItemConfirmed, RelayDecided } from "@/lib/contracts/memory";
import { Pair, PairList } from "@/lib/contracts/pairs";
import { Replied } from "@/lib/contracts/questions";
import { sayOutcome } from "@/lib/core/memory/pair";
import { memory, relayed, said } from "@/lib/parity/memory-steps.fixture";
import { OF_LEAD, refused, shown, type Step, type ToolCall } from "@/lib/parity/step.fixture";

const S = "/sessions/checkout";

const KEYS = "vendor/kv.min.js cuts keys to 24 characters, `set()` says nothing";
const KEYS_AGAIN = "Keys longer than 24 characters are cut by vendor/kv.min.js without a word";

/** What `edit` tells of an item, and of a relay, which brings no revision. */
const edited = (args: ToolCall["args"]): ToolCall =>
  shown("edit", args, Changed, ({ revision, etag }) => ({ revision, etag }));
const editedRelay = (args: ToolCall["args"]): ToolCall =>
  shown("edit", args, RelayDecided, ({ etag }) => ({ revision: null, etag }));

/** What `tell` says of a reply that is no answer to a question. */
const replied = (args: ToolCall["args"]): ToolCall =>
  shown("tell", args, Replied, (answer) => ({ done: true, replied: answer }));

const FASTER = "Refunds take two days";

function shortPair({ id, state, said: words }: Pair) {
  return { id, state, said: words };
}

/** What `pair` tells of one. */
const pair = (args: ToolCall["args"]): ToolCall => shown("pair", args, Pair, (done) => ({ pair: sayOutcome(done) }));

/** What `say` tells of an item that is judged with it. */
const sayJudged = (args: ToolCall["args"]): ToolCall =>
  shown("say", args, ItemAdded, ({ item, revision, pair: judged }) => ({
    state: "written",
    id: item.id,
    revision,
    ...(judged && { pair: sayOutcome(judged) }),
  }));

/** What roles do with their own items, and with what they left with the Lead. */
export const OWN_STEPS: readonly Step[] = [
  {
    name: "say what another will say nearly the same of",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Warning", text: KEYS }],
    mcp: said({ tag: "Warning", text: KEYS }),
    cli: () => ["say", "implementer-1", "warning", KEYS],
    keep: ({ item, id }) => ({ keys: item?.id ?? id }),
  },
  {
    name: "say nearly the same, and be asked first",
    as: "mina",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: KEYS_AGAIN, anyway: false }],
    mcp: refused("say", () => ({ tag: "Finding", text: KEYS_AGAIN })),
    cli: () => ["say", "mina", "finding", KEYS_AGAIN],
    code: "said_already",
  },
  {
    name: "confirm it in its place",
    as: "mina",
    rest: ({ keys }) => ["POST", `${S}/memory/items/${keys}/same`],
    mcp: shown(
      "tell",
      ({ keys }) => ({ same: keys }),
      ItemConfirmed,
      ({ alsoSeenBy }) => ({ done: true, alsoSeenBy }),
    ),
    cli: ({ keys = "" }) => ["same", keys, "--as", "mina"],
  },
  {
    name: "confirm one's own",
    as: "implementer-1",
    rest: ({ keys }) => ["POST", `${S}/memory/items/${keys}/same`],
    mcp: refused("tell", ({ keys }) => ({ same: keys })),
    cli: ({ keys = "" }) => ["same", keys, "--as", "implementer-1"],
    code: "invalid_input",
  },
  {
    name: "read who saw it too",
    rest: () => ["GET", `${S}/memory?tag=Warning`],
    mcp: memory(() => ({ tag: "Warning", state: "all" })),
    cli: () => ["session", "show", "checkout", "--tag", "Warning"],
  },
  {
    name: "say nearly the same anyway",
    as: "mina",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: KEYS_AGAIN, anyway: true }],
    mcp: relayed({ tag: "Finding", text: KEYS_AGAIN, anyway: true }),
    cli: () => ["say", "mina", "finding", KEYS_AGAIN, "--anyway"],
    keep: ({ relay, id }) => ({ again: relay?.id ?? id }),
  },
  {
    name: "withdraw what was said anyway",
    as: "mina",
    rest: ({ again }) => ["POST", `${S}/relays/${again}/withdraw`],
    mcp: editedRelay(({ again }) => ({ item: again, newString: "" })),
    cli: ({ again = "" }) => ["withdraw", again, "--as", "mina"],
  },
  {
    name: "say what turns out half right",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "Vouchers expire at noon" }],
    mcp: said({ tag: "Finding", text: "Vouchers expire at noon" }),
    cli: () => ["say", "implementer-1", "finding", "Vouchers expire at noon"],
    keep: ({ item, id }) => ({ mine: item?.id ?? id }),
  },
  {
    name: "replace it as another",
    as: "implementer-2",
    rest: ({ mine }) => ["POST", `${S}/memory/edit`, { item: mine, newString: "x" }],
    mcp: refused("edit", ({ mine }) => ({ item: mine, newString: "x" })),
    cli: ({ mine = "" }) => ["replace", mine, "x", "--as", "implementer-2"],
    code: "forbidden",
  },
  {
    name: "replace it",
    as: "implementer-1",
    rest: ({ mine }) => ["POST", `${S}/memory/edit`, { item: mine, newString: "Vouchers expire at midnight" }],
    mcp: edited(({ mine }) => ({ item: mine, newString: "Vouchers expire at midnight" })),
    cli: ({ mine = "" }) => ["replace", mine, "Vouchers expire at midnight", "--as", "implementer-1"],
  },
  {
    name: "say what turns out wrong",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "Vouchers never expire" }],
    mcp: said({ tag: "Finding", text: "Vouchers never expire" }),
    cli: () => ["say", "implementer-1", "finding", "Vouchers never expire"],
    keep: ({ item, id }) => ({ mine: item?.id ?? id }),
  },
  {
    name: "withdraw it as another",
    as: "implementer-2",
    rest: ({ mine }) => ["POST", `${S}/memory/items/${mine}/withdraw`],
    mcp: refused("edit", ({ mine }) => ({ item: mine, newString: "" })),
    cli: ({ mine = "" }) => ["withdraw", mine, "--as", "implementer-2"],
    code: "forbidden",
  },
  {
    name: "withdraw it",
    as: "implementer-1",
    rest: ({ mine }) => ["POST", `${S}/memory/items/${mine}/withdraw`],
    mcp: edited(({ mine }) => ({ item: mine, newString: "" })),
    cli: ({ mine = "" }) => ["withdraw", mine, "--as", "implementer-1"],
  },
  {
    name: "withdraw it again",
    as: "implementer-1",
    rest: ({ mine }) => ["POST", `${S}/memory/items/${mine}/withdraw`],
    mcp: refused("edit", ({ mine }) => ({ item: mine, newString: "" })),
    cli: ({ mine = "" }) => ["withdraw", mine, "--as", "implementer-1"],
    code: "conflict",
  },
  {
    name: "say through the Lead what turns out wrong",
    as: "mina",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "Fonts load twice" }],
    mcp: relayed({ tag: "Finding", text: "Fonts load twice" }),
    cli: () => ["say", "mina", "finding", "Fonts load twice"],
    keep: ({ relay, id }) => ({ wrong: relay?.id ?? id }),
  },
  {
    name: "replace what another role left with the Lead",
    as: "implementer-1",
    rest: ({ wrong }) => ["POST", `${S}/relays/${wrong}/reword`, { text: "x" }],
    mcp: refused("edit", ({ wrong }) => ({ item: wrong, newString: "x" })),
    cli: ({ wrong = "" }) => ["replace", wrong, "x", "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "replace it while it waits",
    as: "mina",
    rest: ({ wrong }) => ["POST", `${S}/relays/${wrong}/reword`, { text: "Fonts load three times" }],
    mcp: editedRelay(({ wrong }) => ({ item: wrong, newString: "Fonts load three times" })),
    cli: ({ wrong = "" }) => ["replace", wrong, "Fonts load three times", "--as", "mina"],
  },
  {
    name: "withdraw what another role left with the Lead",
    as: "implementer-1",
    rest: ({ wrong }) => ["POST", `${S}/relays/${wrong}/withdraw`],
    mcp: refused("edit", ({ wrong }) => ({ item: wrong, newString: "" })),
    cli: ({ wrong = "" }) => ["withdraw", wrong, "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "withdraw it while it waits",
    as: "mina",
    rest: ({ wrong }) => ["POST", `${S}/relays/${wrong}/withdraw`],
    mcp: editedRelay(({ wrong }) => ({ item: wrong, newString: "" })),
    cli: ({ wrong = "" }) => ["withdraw", wrong, "--as", "mina"],
  },
  {
    name: "replace what was withdrawn",
    as: "mina",
    rest: ({ wrong }) => ["POST", `${S}/relays/${wrong}/reword`, { text: "x" }],
    mcp: refused("edit", ({ wrong }) => ({ item: wrong, newString: "x" })),
    cli: ({ wrong = "" }) => ["replace", wrong, "x", "--as", "mina"],
    code: "conflict",
  },
  {
    name: "say what will be replied to",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/items`, { tag: "Finding", text: "Refunds take a day" }],
    mcp: said({ tag: "Finding", text: "Refunds take a day" }),
    cli: () => ["say", "implementer-1", "finding", "Refunds take a day"],
    keep: ({ item, id }) => ({ mine: item?.id ?? id }),
  },
  {
    name: "reply to another's item through the Lead",
    as: "mina",
    rest: ({ mine }) => ["POST", `${S}/memory/items/${mine}/reply`, { text: "Two days on Friday" }],
    mcp: replied(({ mine }) => ({ to: mine, answer: "Two days on Friday" })),
    cli: ({ mine = "" }) => ["reply", mine, "Two days on Friday", "--as", "mina"],
  },
  {
    name: "reply to one's own item",
    as: "implementer-1",
    rest: ({ mine }) => ["POST", `${S}/memory/items/${mine}/reply`, { text: "Three at Christmas" }],
    mcp: replied(({ mine }) => ({ to: mine, answer: "Three at Christmas" })),
    cli: ({ mine = "" }) => ["reply", mine, "Three at Christmas", "--as", "implementer-1"],
  },
  {
    name: "reply to what there is not",
    as: "implementer-1",
    rest: () => ["POST", `${S}/memory/items/000000000000/reply`, { text: "x" }],
    mcp: refused("tell", () => ({ to: "000000000000", answer: "x" })),
    cli: () => ["reply", "000000000000", "x", "--as", "implementer-1"],
    code: "not_found",
  },
  {
    name: "bring a second teammate back",
    rest: () => ["POST", `${S}/memory/unarchive`, { role: "implementer-2" }],
    mcp: OF_LEAD,
    cli: () => ["curate", "unarchive", "--role", "implementer-2"],
  },
  {
    name: "say what is judged as it is said",
    as: "implementer-2",
    rest: ({ mine }) => [
      "POST",
      `${S}/memory/items`,
      { tag: "Finding", text: FASTER, conflicts: mine, shownBy: "npm test" },
    ],
    mcp: sayJudged(({ mine }) => ({ tag: "Finding", text: FASTER, conflicts: mine, shownBy: "npm test" })),
    cli: ({ mine = "" }) => ["say", "implementer-2", "finding", FASTER, "--conflicts", mine, "--shown-by", "npm test"],
    keep: ({ item, id }) => ({ faster: item?.id ?? id }),
  },
  {
    name: "judge the same two lines otherwise",
    as: "implementer-2",
    rest: ({ faster, mine }) => ["POST", `${S}/memory/items/${faster}/judge`, { replaces: mine }],
    mcp: pair(({ faster, mine }) => ({ item: faster, replaces: mine })),
    cli: ({ faster = "", mine = "" }) => ["judge", faster, "--replaces", mine, "--as", "implementer-2"],
  },
  {
    name: "judge the line of another",
    as: "implementer-1",
    rest: ({ faster, mine }) => ["POST", `${S}/memory/items/${faster}/judge`, { replaces: mine }],
    mcp: refused("pair", ({ faster, mine }) => ({ item: faster, replaces: mine })),
    cli: ({ faster = "", mine = "" }) => ["judge", faster, "--replaces", mine, "--as", "implementer-1"],
    code: "forbidden",
  },
  {
    name: "judge a line by two things",
    as: "implementer-2",
    rest: ({ faster, mine }) => ["POST", `${S}/memory/items/${faster}/judge`, { replaces: mine, see: mine }],
    mcp: refused("pair", ({ faster, mine }) => ({ item: faster, replaces: mine, see: mine })),
    cli: ({ faster = "", mine = "" }) => ["judge", faster, "--replaces", mine, "--see", mine, "--as", "implementer-2"],
    code: "invalid_input",
  },
  {
    name: "list the pairs to settle",
    as: "implementer-1",
    rest: () => ["GET", `${S}/pairs`],
    mcp: shown(
      "pair",
      () => ({}),
      PairList,
      ({ items, nextCursor }) => ({ items: items.map(shortPair), nextCursor }),
    ),
    cli: () => ["pair", "list", "--all", "--as", "implementer-1"],
    keep: ({ items }) => ({ pair: items?.[0]?.id }),
  },
  {
    name: "settle for another",
    as: "implementer-2",
    rest: ({ pair: id, faster }) => ["POST", `${S}/pairs/${id}/settle`, { holds: faster }],
    mcp: refused("pair", ({ pair: id, faster }) => ({ pair: id, holds: faster })),
    cli: ({ pair: id = "", faster = "" }) => ["pair", "settle", id, faster, "--as", "implementer-2"],
    code: "forbidden",
  },
  {
    name: "let one's own line be replaced",
    as: "implementer-1",
    rest: ({ pair: id, faster }) => ["POST", `${S}/pairs/${id}/settle`, { holds: faster }],
    mcp: pair(({ pair: id, faster }) => ({ pair: id, holds: faster })),
    cli: ({ pair: id = "", faster = "" }) => ["pair", "settle", id, faster, "--as", "implementer-1"],
  },
  {
    name: "settle what is settled",
    as: "implementer-1",
    rest: ({ pair: id }) => ["POST", `${S}/pairs/${id}/settle`, { holds: "both" }],
    mcp: refused("pair", ({ pair: id }) => ({ pair: id, holds: "both" })),
    cli: ({ pair: id = "" }) => ["pair", "settle", id, "both", "--as", "implementer-1"],
    code: "conflict",
  },
  {
    name: "put the second teammate away again",
    rest: () => ["POST", `${S}/memory/archive`, { role: "implementer-2" }],
    mcp: OF_LEAD,
    cli: () => ["curate", "archive", "--role", "implementer-2"],
  },
];
