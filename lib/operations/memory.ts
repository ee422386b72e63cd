import { HASH, PARENT_HASH } from "@/lib/operations/example-values";
import { operationsOf } from "@/lib/operations/define-operation";
import {
  AddItem,
  Changed,
  EditMemory,
  ItemAdded,
  ItemConfirmed,
  ItemLife,
  ItemRelayed,
  Memory,
  MemoryQuery,
} from "@/lib/contracts/memory";
import { z } from "zod";
import { AttributeEdit, EditAttributed } from "@/lib/contracts/attributions";

const define = operationsOf("Memory");

export const memoryOperations = [
  define({
    id: "memory.read",
    http: "GET /sessions/{session}/memory",
    tools: ["memory"],
    commands: ["session show <session>"],
    summary: "The team memory; as Markdown on request",
    query: MemoryQuery,
    response: Memory,
    markdown: {
      says: "the file's own bytes",
      read: ({ services, caller, params }) => services.memory.readBytes(caller, params),
    },
    run: async ({ services, caller, params, query: { since, ...filter } }) => {
      if (since === undefined) return services.memory.read(caller, params, filter);
      const { memory, gone } = await services.memory.since(caller, params, since, filter);
      return { ...memory, gone };
    },
  }),
  define({
    id: "item.add",
    http: "POST /sessions/{session}/memory/items",
    tools: ["say"],
    commands: ["say <role> <tag> <text...>"],
    summary: "Add an item; from a relay role it waits for the Lead",
    body: AddItem,
    response: z.union([ItemAdded, ItemRelayed]),
    status: (answer) => ("relay" in answer ? 202 : 201),
    statuses: [201, 202],
    errors: ["said_already"],
    examples: [
      {
        body: { tag: "Finding", text: "The ledger refuses a batch with two currencies" },
        command: 'say Lead finding "The ledger refuses a batch with two currencies"',
      },
      {
        body: { tag: "Pattern", text: "Credit notes carry the number of the invoice they correct" },
        as: "researcher-1",
        command: 'say researcher-1 pattern "Credit notes carry the number of the invoice they correct"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.memory.add(caller, params, body, change),
  }),
  define({
    id: "item.read",
    http: "GET /sessions/{session}/memory/items/{item}",
    summary: "One item and its life",
    response: ItemLife,
    run: ({ services, caller, params }) => services.memory.life(caller, params),
  }),
  define({
    id: "memory.edit",
    http: "POST /sessions/{session}/memory/edit",
    tools: ["edit"],
    commands: ["curate edit <words...>", "replace <id> <text...>"],
    ownCommand: {
      says: "give an item other words, or replace a text",
      arguments: { words: ["what is to stand there", "newString"] },
      options: {
        item: ["--item <id>", "the item whose words are replaced; its tag and its place stay"],
        oldString: ["--text <text>", "the text that is replaced instead; it stands in the file once"],
      },
      examples: [
        'curate edit --item 3f9a1c07be42 "Cards and vouchers, decided on Monday"',
        'curate edit --text "two currencies" "more than one currency"',
      ],
      print: ({ revision }, { paint, given: { item = "the text" } }) =>
        `${paint.good("Edited")} ${item}, revision ${revision}.`,
    },
    summary: "Replace a text that occurs once, or all words of an item, within the own section",
    body: EditMemory,
    response: Changed,
    examples: [
      { body: { oldString: "two currencies", newString: "more than one currency" } },
      {
        body: { item: "3f9a1c07be42", newString: "SAP files use more than one currency" },
        command: 'replace 3f9a1c07be42 "SAP files use more than one currency"',
      },
    ],
    run: ({ services, caller, params, body, change }) => services.memory.edit(caller, params, body, change),
  }),
  define({
    id: "item.same",
    http: "POST /sessions/{session}/memory/items/{item}/same",
    tools: ["tell"],
    commands: ["same <item>"],
    ownCommand: {
      says: "confirm what another role says, in place of saying it again",
      arguments: { item: "of the item, or of the relay that waits" },
      examples: ["same 3f9a1c07be42 --as tester-1"],
      print: ({ role, alsoSeenBy }, { paint, line, given: { item = "" } }) =>
        `${paint.good("Confirmed")}: ${line(item)} of ${line(role)}, also seen by ${line(alsoSeenBy.join(", "))}.`,
    },
    summary: "Confirm what another role says, in an item or in a relay that waits, in place of saying it again",
    conditional: true,
    response: ItemConfirmed,
    examples: [
      {
        as: "tester-1",
        tool: { same: "3f9a1c07be42" },
      },
    ],
    run: ({ services, caller, params, change }) => services.confirmations.same(caller, params, change),
  }),
  define({
    id: "item.withdraw",
    http: "POST /sessions/{session}/memory/items/{item}/withdraw",
    tools: ["edit"],
    commands: ["withdraw <id>"],
    summary: "Take back an item of the own section: it is archived",
    response: Changed,
    examples: [{ command: "withdraw 3f9a1c07be42", tool: { item: "3f9a1c07be42", newString: "" } }],
    run: ({ services, caller, params, change }) => services.memory.withdraw(caller, params, change),
  }),
  define({
    id: "memory.attribute",
    http: "POST /sessions/{session}/memory/attributions",
    summary: "Say which role made an edit outside Wardroom",
    body: AttributeEdit,
    response: EditAttributed,
    conditional: true,
    examples: [
      {
        body: { role: "implementer-2", before: PARENT_HASH, after: HASH, toolUseId: "toolu_01A9" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.attributions.attribute(caller, params, body, change),
  }),
];
