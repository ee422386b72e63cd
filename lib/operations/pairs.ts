import { JudgeItem, Pair, PairList, SettlePair } from "@/lib/contracts/pairs";
import { operationsOf } from "@/lib/operations/define-operation";
import { sayOutcome } from "@/lib/core/memory/pair";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("Memory");

export const pairsOperations = [
  define({
    id: "pair.list",
    http: "GET /sessions/{session}/pairs",
    tools: ["pair"],
    commands: ["pair list"],
    ownCommand: {
      says: "lines that somebody judged to be something to each other, those to settle first",
      switches: { "--all": "settled ones too" },
      examples: ["pair list", "pair list --all --json"],
      part: (found, { switches }) => ({
        ...found,
        items: found.items.filter(({ state }) => switches.has("--all") || state === "open" || state === "waiting"),
      }),
      print: ({ items }, { line }) =>
        items.length === 0 ? "No pairs to settle." : items.map(({ said }) => line(said)).join("\n"),
    },
    summary: "Pairs of lines that somebody judged, those to settle first",
    query: ListQuery,
    response: PairList,
    examples: [{ command: "pair list --all", tool: {} }],
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.pairs.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "item.judge",
    http: "POST /sessions/{session}/memory/items/{item}/judge",
    tools: ["pair"],
    commands: ["judge <item>"],
    ownCommand: {
      says: "say what your line is to another",
      arguments: { item: "your line: an item, or a relay that waits" },
      options: {
        replaces: ["--replaces <id>", "it takes the place of that line"],
        conflicts: ["--conflicts <id>", "it cannot hold beside that line"],
        answers: ["--answers <id>", "it answers that question"],
        see: ["--see <id>", "it goes with that line"],
      },
      examples: ["judge 3f9a1c07be42 --replaces ab12cd --as implementer-2"],
      print: (pair, { paint, line }) => `${paint.good("Judged")}: ${line(sayOutcome(pair))}.`,
    },
    summary:
      "Say what a line of one's own is to another: a line of somebody else changes only once that or the Lead says so",
    body: JudgeItem,
    conditional: true,
    response: Pair,
    examples: [
      {
        body: { conflicts: "ab12cd07be42" },
        as: "implementer-2",
        tool: { item: "3f9a1c07be42", conflicts: "ab12cd07be42" },
        command: "judge 3f9a1c07be42 --conflicts ab12cd07be42 --as implementer-2",
      },
    ],
    run: ({ services, caller, params, body, change }) => services.pairs.judge(caller, params, body, change),
  }),
  define({
    id: "pair.settle",
    http: "POST /sessions/{session}/pairs/{pair}/settle",
    tools: ["pair"],
    commands: ["pair settle <pair> <holds>"],
    ownCommand: {
      says: "settle a pair: the line that gives way is archived",
      arguments: { pair: "its id", holds: "id of the line that holds, both, or open to undo it" },
      examples: ["pair settle 5d0c7a31 3f9a1c07 --as implementer-1", "pair settle 5d0c7a31 both"],
      print: (pair, { paint, line }) =>
        `${paint.good(pair.settled === null ? "Reopened" : "Settled")}: ${line(sayOutcome(pair))}.`,
    },
    summary: "Settle a pair: who wrote the line that gives way does so, or the Lead",
    body: SettlePair,
    conditional: true,
    response: Pair,
    examples: [
      {
        body: { holds: "3f9a1c07be42" },
        tool: { pair: "5d0c7a31b2e94f68", holds: "3f9a1c07be42" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.pairs.settle(caller, params, body, change),
  }),
];
