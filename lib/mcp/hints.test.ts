import { expect, it } from "vitest";
import { forTools } from "@/lib/mcp/hints";

const PROBLEM = { type: "", title: "", status: 409, detail: "GET …/relays", instance: "", code: "conflict" } as const;

it.each([
  ["Send a new item with POST …/memory/items {tag, text}; it waits.", "Send a new item with the tool `say`; it waits."],
  ["List the relays with GET …/relays.", "List the relays with the tool `relays`."],
  ["Unload x first (*unload: x), or y.", 'Unload x first with the tool `unload` and id "x", or y.'],
  ["Begin one with POST …/sessions {mode, topic}.", "Begin one with the tool `load` with a mode or topic."],
  ["Name a teammate with ?role=; the Lead is sent none.", "Name a teammate with `role`; the Lead is sent none."],
  ["Create it with POST …/sessions {id, feature, roles}.", "The Lead creates it."],
  ["Only active roles; add the role with POST …/roles.", "Only active roles; the Lead adds the role."],
  ["Begin one with POST …/agents/tester/memory; closing does so too.", "Begin one with the tools `start` and `close`."],
  ["Begin with its memory (POST …/agents/{name}/memory).", "Begin with its memory (the Lead makes it)."],
  [
    "Start one with POST …/teams/a/sessions {mode, topic}, list them with GET, or not.",
    "Start one with the tool `load` with a mode or topic, or not.",
  ],
  ["Ask the Lead.", "Ask the Lead."],
])("a hint names the tool in place of the address: %s", (hint, told) => {
  expect(forTools({ ...PROBLEM, hint })).toEqual({ ...PROBLEM, hint: told });
});

it("a problem without a hint stays as it is", () => {
  expect(forTools(PROBLEM)).toEqual(PROBLEM);
});
