import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Steps } from "@/lib/core/steps";
import type { AgentEntry } from "@/lib/core/agent-memory/model";
import { singleSpaces } from "@/lib/core/text/single-spaces";

/** Gives every entry of a section its id: the first 12 hex digits of the sha256 over section and words, and its number among equal ones. Yields after each. */
export function* identifyEntries(section: string, entries: readonly AgentEntry[]): Steps<AgentEntry[]> {
  const met = new Map<string, number>();
  const identified: AgentEntry[] = [];
  for (const entry of entries) {
    yield;
    const words = singleSpaces(`${section}\n${entry.text}\n${entry.body}`).toWellFormed();
    const key = bytesToHex(sha256(utf8ToBytes(words))).slice(0, 12);
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    identified.push({ ...entry, id: count === 1 ? key : `${key}-${String(count)}` });
  }
  return identified;
}
