import { sayCount } from "@/lib/core/text/say-count";
import { operationsOf } from "@/lib/operations/define-operation";
import {
  ArchiveItems,
  Changed,
  ItemsMade,
  MakeItems,
  Prune,
  PruneResult,
  ResolveItem,
  UnarchiveItems,
} from "@/lib/contracts/memory";

const define = operationsOf("Curation");

/** What changed is named by who changed it: its number says whether it was all of it. */
function withCount({ revision, items = [] }: Changed): object {
  return { revision, items: items.length };
}

export const curationOperations = [
  define({
    id: "item.archive",
    http: "POST /sessions/{session}/memory/archive",
    leadTool: { name: "archive", short: withCount },
    commands: ["curate archive [items...]"],
    summary: "Archive items, or a whole section",
    body: ArchiveItems,
    response: Changed,
    errors: ["open_items"],
    examples: [
      {
        body: { items: ["3f9a1c07be42"], note: "Merged in phase 3" },
        command: 'curate archive 3f9a1c07be42 --note "Merged in phase 3"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.curation.archive(caller, params, body, change),
  }),
  define({
    id: "item.unarchive",
    http: "POST /sessions/{session}/memory/unarchive",
    deed: "unarchive items",
    leadTool: { name: "unarchive", short: withCount },
    commands: ["curate unarchive [items...]"],
    ownCommand: {
      says: "unarchive items, or a whole section",
      arguments: { items: "ids of items" },
      options: { role: ["-r, --role <role>", "the whole section of a role instead"] },
      examples: ["curate unarchive 3f9a1c07be42", "curate unarchive --role researcher-1"],
      print: ({ revision }, { paint, given: { items = [], role } }) => {
        const what = role === undefined ? sayCount(items.length, "item") : `the section of ${role}`;
        return `${paint.good("Unarchived")} ${what}, revision ${revision}.`;
      },
    },
    summary: "Bring items or a section back",
    body: UnarchiveItems,
    response: Changed,
    examples: [{ body: { items: ["3f9a1c07be42"] } }],
    run: ({ services, caller, params, body, change }) => services.curation.unarchive(caller, params, body, change),
  }),
  define({
    id: "item.resolve",
    http: "POST /sessions/{session}/memory/resolve",
    leadTool: { name: "resolve", short: ({ revision }) => ({ revision }) },
    commands: ["curate resolve <item> <resolution...>"],
    ownCommand: {
      says: "strike an item through, with how it was settled",
      arguments: { item: "its id" },
      examples: ['curate resolve 3f9a1c07be42 "Cards only, decided on Monday"'],
      print: ({ revision }, { paint, given: { item } }) => `${paint.good("Resolved")} ${item}, revision ${revision}.`,
    },
    summary: "Resolve an item",
    body: ResolveItem,
    response: Changed,
    examples: [{ body: { item: "3f9a1c07be42", resolution: "Batches are split by currency before export" } }],
    run: ({ services, caller, params, body, change }) => services.curation.resolve(caller, params, body, change),
  }),
  define({
    id: "item.make",
    http: "POST /sessions/{session}/memory/make-items",
    leadTool: { name: "make-items", ofAll: true },
    commands: ["curate make-items <role>"],
    ownCommand: {
      says: "make items of lists, paragraphs, tables and quotes in a section",
      arguments: { role: "whose section" },
      options: {
        tag: ["-t, --tag <tag>", "of entries that have none; Finding, if left out"],
        text: ["--text <text>", "one of its texts as it reads now; all, if left out"],
        dryRun: ["--dry-run", "show what it would change, and change nothing"],
      },
      examples: ["curate make-items implementer-1 --dry-run", "curate make-items Lead --tag Decision"],
      print: ({ items, revision, hunks }, { paint, changes }) => {
        const count = sayCount(items.length, "item");
        const done = revision === undefined ? `Would make ${count}` : `Made ${count}, revision ${revision}`;
        return `${changes(hunks)}${paint.good(done)}.`;
      },
    },
    summary: "Make items of lists, paragraphs, tables and quotes in a section; a dry run previews",
    body: MakeItems,
    response: ItemsMade,
    errors: ["conflict"],
    examples: [
      {
        body: { role: "implementer-1", tag: "Finding", dryRun: true },
        command: "curate make-items implementer-1 --tag Finding --dry-run",
      },
    ],
    run: ({ services, caller, params, body, change }) => services.memory.makeItems(caller, params, body, change),
  }),
  define({
    id: "memory.prune",
    http: "POST /sessions/{session}/memory/prune",
    leadTool: { name: "prune", destroys: true },
    commands: ["curate prune"],
    summary: "Delete archived and resolved items, oldest first",
    body: Prune,
    response: PruneResult,
    examples: [
      {
        body: { dryRun: true, target: 500 },
        command: "curate prune --dry-run --target 500",
      },
    ],
    run: ({ services, caller, params, body, change }) => services.curation.prune(caller, params, body, change),
  }),
];
