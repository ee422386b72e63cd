import { sha256 as digestBytes } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** What JSON can say; `undefined` stands only for a property that is left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** An event with its links: `hash` covers `previousHash` and `event`. Both are 64 lower-case hex digits. */
export interface ChainedEvent {
  previousHash: string;
  hash: string;
  event: JsonValue;
  /** What its content hashes to instead, where a text was redacted in it; `hash` stays its link. */
  redacted?: string | undefined;
}

/**
 * An event that does not fit its chain, by its index: its own content is not what its hash was made of, or the event
 * before it is another than the one it names.
 */
export interface ChainFault {
  index: number;
  why: "content" | "link";
}

/** What the first event of a history names as its previous hash: no hash can be expected to be all zeros. */
export const FIRST_PREVIOUS_HASH = "0".repeat(64);

/**
 * Guarantees one text per value: keys in code unit order at every depth, no white space, undefined properties left out,
 * lone surrogates escaped. Parsing it gives the value back.
 */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((member: JsonValue) => canonicalJson(member)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const record = value as Readonly<Record<string, JsonValue | undefined>>;
  let members = "";
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member === undefined) continue;
    // A history has a million of these: most are neither list nor object.
    const text = typeof member === "object" ? canonicalJson(member) : JSON.stringify(member);
    members += `${members === "" ? "" : ","}${JSON.stringify(key)}:${text}`;
  }
  return `{${members}}`;
}

/** Guarantees the sha256, in hex, of the previous hash, a line feed and the event's canonical JSON. */
export function hashEvent(previousHash: string, event: JsonValue): string {
  return digest(hashedText(previousHash, event));
}

/** The sha256 of a text as UTF-8, in hex. */
export type Sha256 = (text: string) => string;

function digest(text: string): string {
  return bytesToHex(digestBytes(new TextEncoder().encode(text)));
}

/** What is hashed of an event: the previous hash, a line feed and the event's canonical JSON. */
function hashedText(previousHash: string, event: JsonValue): string {
  return `${previousHash}\n${canonicalJson(event)}`;
}

/**
 * Guarantees one fault for each event that does not have the hash of its content (or `redacted`) or does not name the hash before it, and
 * none for others. A long history may be checked in runs, each given the last hash of the run before, and with the platform's own
 * `sha256`, which is quicker.
 */
export function findChainFaults(
  events: Iterable<ChainedEvent>,
  previousHash = FIRST_PREVIOUS_HASH,
  sha256: Sha256 = digest,
): ChainFault[] {
  const faults: ChainFault[] = [];
  let expected = previousHash;
  let index = 0;
  for (const link of events) {
    if (sha256(hashedText(link.previousHash, link.event)) !== (link.redacted ?? link.hash))
      faults.push({ index, why: "content" });
    else if (link.previousHash !== expected) faults.push({ index, why: "link" });
    expected = link.hash;
    index++;
  }
  return faults;
}
