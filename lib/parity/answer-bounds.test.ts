import { describe, expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { openDoors } from "@/lib/parity/doors.fixture";
import { prepareWorkspace } from "@/lib/parity/example-preparations.fixture";
import { inWords, ORDERED, overMcp, overRest, take, type World } from "@/lib/parity/take-example.fixture";
import { countTokens } from "@/lib/services/workspace/token-counter";

/** Tokens of the answer to a change, over MCP and from a command. */
const CHANGE = 80;

/** Of those that hold more than that it was done, with the reason. */
const MORE: Readonly<Record<string, number>> = {
  // What has to be read before work.
  "agent.start": 3000,
  // The files to read, with their addresses.
  "team-session.start": 300,
  "team-session.command": 300,
  "team-session.resume": 300,
  "team.resolve-knowledge": 160,
  "checkpoint.save": 140,
  // Where it stands, and two lines that are near, of sixty tokens.
  "item.add": 110,
  // To whom it went, and how.
  "context.publish": 200,
  // What is in the way of a gate, a line each.
  "gate.open": 270,
  "gate.waive": 270,
  "gate.prepare": 270,
  "gate.conclude": 110,
  // What of a memory is new, a line each.
  "agent.close": 120,
  // Lines that a revision changed.
  "memory.undo": 140,
  // Lines that are laid out.
  "knowledge.lay-out": 140,
  // A message to the Lead, once more.
  "delivery.ping": 240,
  "delivery.unping": 240,
  // What of a secret may still be elsewhere.
  "history.redact": 160,
  // Tokens and links, shown this once.
  "person.add": 240,
  "person.invite": 240,
  "viewer.add": 240,
  "token.mint": 130,
  "team-token.mint": 130,
  "role.add": 100,
};

/** Tokens that words may take beyond what REST answers: a line about it, and what waits. */
const BESIDES = 40;

/** A read that shows more than its own operation answers. */
const READS: Readonly<Record<string, number>> = { "session.read": 1100, "caller.read": 260, "context.read": 300 };

/** Ids and secrets, whose letters cost more or less by chance: the letters of one that costs what most do stand for all. */
const RANDOM = /\bwr_[\w-]+|\b[0-9a-f]{12,}\b/g;
const SAMPLE = "bd2068fda3bb2c07TOxxCq8xxDa1BL73cZjQWSrlCX4QqqhE9uManiX8i682";
const alike = (random: string) => random.replace(/[^_-]/g, (_, at: number) => SAMPLE[at % SAMPLE.length] ?? "");

const world: World = { kind: "folder", doors: await openDoors("folder"), clients: new Map() };

describe("the answer is short for agents of", () => {
  it.each(ORDERED)("$id", async (operation) => {
    const { id, http, tools, leadTool, commands, examples } = operation;
    for (const example of examples) {
      const rest = await take(world, "rest", operation, example, overRest);
      const whole = countTokens(JSON.stringify("answer" in rest ? rest.answer : rest.problem));
      const most = http.startsWith("GET ") ? (READS[id] ?? whole + BESIDES) : (MORE[id] ?? CHANGE);
      for (const [door, over] of [
        ["mcp", (tools ?? leadTool) ? overMcp : undefined],
        ["cli", commands ? inWords : undefined],
      ] as const) {
        const { words = "" } = await take(world, door, operation, example, over ?? overRest);
        expect(countTokens(words.replace(RANDOM, alike)), `${door}: ${words}`).toBeLessThanOrEqual(most);
        if (!http.startsWith("GET ")) expect(words).not.toMatch(/[0-9a-f]{64}/);
      }
    }
    if (id === "session.create")
      for (const { wardroom } of Object.values(world.doors)) {
        serve(wardroom);
        await prepareWorkspace();
      }
  });
});
