const BETWEEN = " ← ";

/** A fault in words: what is wrong, and where it was seen, such as the request. Faults are told apart by what is wrong alone. */
export function fault(reason: string, where: string): string {
  return `${reason}${BETWEEN}${where}`;
}

/** Faults with the same reason but for the numbers, ids and quoted texts in it. */
export interface FaultKind {
  count: number;
  reason: string;
  /** Where the first few were seen. */
  places: string[];
}

/** Faults by kind, the most frequent first. No kind is left out; of each, at most `shown` places are told. */
export function groupFaults(faults: readonly string[], shown = 3): FaultKind[] {
  const kinds = new Map<string, FaultKind>();
  for (const each of faults) {
    const at = each.indexOf(BETWEEN);
    const reason = at < 0 ? each : each.slice(0, at);
    const kind = kinds.get(maskOf(reason)) ?? { count: 0, reason, places: [] };
    kinds.set(maskOf(reason), kind);
    kind.count++;
    if (at >= 0 && kind.places.length < shown) kind.places.push(each.slice(at + BETWEEN.length));
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count);
}

/** An address with `*` for each part that names one thing of many, without its query. */
export function addressKind(path: string): string {
  const [address = ""] = path.split("?");
  return address
    .split("/")
    .map((part) => (/^(v1|[a-z-]*)$/.test(part) ? part : "*"))
    .join("/");
}

/** A reason without what differs between two faults of one kind. */
function maskOf(reason: string): string {
  return reason.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\b[0-9a-f]{8,}\b|\d+/g, "#");
}
