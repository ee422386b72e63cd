import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAgentMemory } from "@/lib/core/agent-memory/parse-agent-memory";
import type { CoachInput } from "@/lib/core/coach/coach-input";
import { entriesOf } from "@/lib/core/coach/read-sources";
import { splitLines } from "@/lib/core/text/lines";

/** Memories of one project, with the contradictions that were planted in them. */
export interface Planted {
  input: CoachInput;
  /** Of each planted contradiction its kind and its two lines, as `path:line`. */
  pairs: Map<string, string[]>;
  /** The lines of a symptom and of its cause that were planted; none in sets without. */
  cause: string[];
  sentences: number;
}

/**
 * Reads a set: after `@agent name` the memory of an agent follows, after `@team session role` items of a team memory. Two
 * lines that end with the same `%kind` contradict each other; nothing else does. Two that end with `%cause` are a symptom
 * and its cause.
 */
export function readMemories(name: string): Planted {
  const input: CoachInput = { memories: [], items: [] };
  const pairs = new Map<string, string[]>();
  const parts = readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")
    .split(/^@/m)
    .slice(1);
  for (const part of parts) {
    const [head = "", ...marked] = splitLines(part);
    const [kind, who = "", role = ""] = head.split(" ");
    const path = kind === "agent" ? `${who}/memory.md` : `${who}/TEAM-MEMORY.md`;
    const lines = marked.map((line, at) => {
      const [text = "", mark] = line.split(/ %(?=\w+$)/);
      if (mark !== undefined) pairs.set(mark, [...(pairs.get(mark) ?? []), `${path}:${at + 1}`]);
      return text;
    });
    if (kind === "agent")
      input.memories.push({ agent: who, path, entries: entriesOf(parseAgentMemory(lines.join("\n"))) });
    else {
      for (const [at, line] of lines.entries()) {
        const [, tag = null, text = ""] = /^- \[(\w+)\] (.*)$/.exec(line) ?? [];
        if (text !== "") input.items.push({ session: who, path, role, tag, text, line: at + 1 });
      }
    }
  }
  const sentences = input.items.length + input.memories.reduce((sum, { entries }) => sum + entries.length, 0);
  const cause = pairs.get("cause") ?? [];
  pairs.delete("cause");
  return { input, pairs, cause, sentences };
}

/**
 * All sets of one part: those that the rules were made with, those that they had not seen, two that later rules met
 * unseen, one after the other, a third that changed none of how contradictions are found, and a fourth of which one of the twelve
 * was found by a rule that it taught.
 */
export const SETS = {
  tuning: ["en-billing", "en-sensors", "ko-shop", "ko-hospital", "en-harmless", "ko-harmless"],
  "held-out": ["en-parcels", "en-clinic", "ko-delivery", "ko-lessons", "en-harmless", "ko-harmless"],
  fresh: ["en-tickets", "en-fleet", "en-library", "ko-bank", "ko-game", "ko-news"],
  second: ["en-payroll", "en-weather", "en-cinema", "ko-travel", "ko-recruit", "ko-farm"],
  third: ["en-museum", "en-laboratory", "ko-ferry", "ko-school"],
  fourth: ["en-booking", "ko-parking"],
} as const;
