import { shortEtag } from "@/lib/core/text/short-answer";
import type { Known } from "@/lib/parity/step.fixture";

/** Shorter ones are versions and counts, which may stand anywhere and must be the same. */
const SHORTEST_ID = 8;

/** A use of a token is kept once a minute: whether it was kept already says how fast the test ran. */
const OF_CLOCK = new Set(["lastUsedAt"]);

/**
 * A value with what each workspace makes anew taken out: ids that steps know by a name are told by it, other ids, hashes
 * and moments are all alike, and so is the door a change came by. Two that differ otherwise differ in something that was said.
 */
export function comparable(value: unknown, known: Known): unknown {
  if (typeof value === "string") return withoutOwn(value, known);
  if (Array.isArray(value)) return value.map((each) => comparable(each, known));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === "source" && each !== "disk"
      ? "<door>"
      : key === "history" && typeof each === "string"
        ? // When each workspace's own history began.
          "<birth>"
        : ["mark", "readRevision", "looked", "rows"].includes(key)
          ? // How far a reader is: over REST a program says it itself, the other doors say it for theirs, in a row each.
            "<mark>"
          : OF_CLOCK.has(key)
            ? "<time>"
            : comparable(each, known),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Agents are told the beginning of an ETag. */
function wholeOrShort(id: string): string | RegExp {
  if (!/^"?(?:[0-9a-f]{12}|[0-9a-f]{64})"?$/.test(id)) return id;
  return new RegExp(`"?${shortEtag(id)}[0-9a-f]{52}"?|${shortEtag(id)}(?![0-9a-f])`, "g");
}

function withoutOwn(text: string, known: Known): string {
  const named = Object.entries(known)
    .filter(([, id]) => id.length >= SHORTEST_ID)
    .reduce((told, [name, id]) => told.replaceAll(wholeOrShort(id), `<${name}>`), text);
  return named
    .replace(/^[0-9a-f]{6}(?= |$)(?: (?<by>\S+) \d\d:\d\d)?/, "<id> $<by>") // 3f9a1c tester-1 14:02
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{12,64}\b/g, "<id>") // 3f9a1c07be42
    .replace(/(?<=\bpair )[0-9a-f]{8}\b/g, "<id>") // Settle pair 5d0c7a31
    .replace(/(?<=\[REDACTED )[0-9a-f]{4}\b/g, "<id>") // [REDACTED 3f2a]
    .replace(/\b\d\d:\d\d(?= UTC\b)/g, "<minute>") // until 14:02 UTC
    .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, "<time>"); // 2026-02-09, 2026-02-09T10:00:00.000Z
}
