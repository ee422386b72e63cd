import { isRecord, recordOf } from "@/lib/core/text/parse-json";
import { addAll } from "@/lib/core/lists";
import { isMap, isScalar, type YAMLMap } from "yaml";
import { findPair, renderFlow, renderPair, valueSplice, type FlowValue } from "@/lib/core/yaml/flow-yaml";
import { commonLineEnd, takeLines } from "@/lib/core/context/logical-lines";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";
import type { Diagnostic } from "@/lib/core/diagnostics";
import { findFrontMatter } from "@/lib/core/markdown/front-matter";
import { ACCESS_BY_TYPE } from "@/lib/core/memory/access";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/** The last update sent to a role. Source: context delta §9. */
export interface LastDelta {
  sentVersion: string;
  /** Tokens of what was sent. */
  deltaSize: number;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/** What the plan tracks, by role id. Roles not named here keep what the file says of them. */
export interface PlanTracking {
  versions: Record<string, string>;
  lastDelta: Record<string, LastDelta>;
  /** The session's version, for a plan that names it under a key of its own; one without is given none. */
  current?: string;
}

/** A plan after its tracking was set; unchanged, with diagnostics, where its frontmatter cannot be edited safely. */
interface PlanEdit {
  text: string;
  diagnostics: Diagnostic[];
}

const VERSIONS_KEY = "teammate_gc_versions";
const LAST_DELTA_KEY = "teammate_gc_last_delta";
/** What some plans call the version of the session themselves. */
const CURRENT_KEY = "gc_version";

/**
 * Sets `teammate_gc_versions` and `teammate_gc_last_delta` in the frontmatter of orchestration-plan.md and leaves every other byte
 * as it is, but for the plan's own `gc_version` where it has one; `null` stands for a missing file. Frontmatter that is not valid YAML is reported and never rewritten.
 * Source: formats "orchestration-plan.md".
 */
export function setPlanTracking(text: string | null, tracking: PlanTracking): PlanEdit {
  const wanted: [string, Record<string, FlowValue>][] = [
    [VERSIONS_KEY, tracking.versions],
    [
      LAST_DELTA_KEY,
      Object.fromEntries(Object.entries(tracking.lastDelta).map(([role, last]) => [role, lastDeltaYaml(last)])),
    ],
  ];
  if (text === null) {
    const lines = wanted.map(([key, map]) => `${renderPair(key, map)}\n`).join("");
    return { text: `---\n${lines}---\n\n# Orchestration Plan\n`, diagnostics: [] };
  }
  const { frontMatter, contents, diagnostics } = readFrontMatterYaml(text);
  const { bom, ends } = takeLines(text);
  const eol = commonLineEnd(ends);
  if (frontMatter === null) {
    const lines = wanted.map(([key, map]) => renderPair(key, map) + eol).join("");
    const at = bom ? 1 : 0;
    return { text: applySplices(text, [{ start: at, end: at, text: `---${eol}${lines}---${eol}` }]), diagnostics: [] };
  }
  if (frontMatter.values === null) return { text, diagnostics };
  const root = isMap(contents) ? contents : null;
  const front = { source: text.slice(frontMatter.start, frontMatter.end), eol };
  const splices = wanted.flatMap(([key, map]) => mapSplices(front, root, key, map));
  if (root !== null && tracking.current !== undefined) addAll(splices, currentSplice(front, root, tracking.current));
  const moved = splices.map((splice) => ({
    ...splice,
    start: splice.start + frontMatter.start,
    end: splice.end + frontMatter.start,
  }));
  return { text: applySplices(text, moved), diagnostics: [] };
}

/** What a plan says about versions: the tracked maps, and for display the tables and bullets of plans that keep them there. */
interface PlanReading {
  versions: Record<string, string>;
  lastDelta: Record<string, Partial<LastDelta>>;
  /** Found in tables and bullets; never written. `line` counts from 1. */
  mentions: { role: string; version: string; line: number }[];
  diagnostics: Diagnostic[];
}

/**
 * Reads a plan of any shape; never fails. Only what is said of a role of the session is read, and of a session without roles, as one
 * without a team memory is, what is said of roles of a known type: the keys of a plan's tables and bullets are numbers of decisions and
 * words of any kind as well. Source: formats "orchestration-plan.md".
 */
export function readPlan(text: string, roles: readonly string[]): PlanReading {
  const known = new Set(roles);
  const { frontMatter, diagnostics } = readFrontMatterYaml(text);
  const reading: PlanReading = { versions: {}, lastDelta: {}, mentions: mentionsIn(text, known), diagnostics };
  const value = frontMatter?.values ?? {};
  const ofRoles = (key: string) => Object.entries(recordOf(value[key])).filter(([role]) => known.has(foldRoleId(role)));
  for (const [role, version] of ofRoles(VERSIONS_KEY)) reading.versions[role] = String(version);
  for (const [role, last] of ofRoles(LAST_DELTA_KEY)) if (isRecord(last)) reading.lastDelta[role] = lastDeltaOf(last);
  return reading;
}

interface FrontmatterText {
  source: string;
  eol: string;
}

/** Only what differs is touched: single values of a block map, the whole of a flow map, a new line for a missing key. */
function mapSplices(front: FrontmatterText, root: YAMLMap | null, key: string, wanted: Record<string, FlowValue>) {
  const { source, eol } = front;
  const pair = root === null ? undefined : findPair(root, key);
  if (pair === undefined) {
    const open = source === "" || /[\r\n]$/.test(source) ? "" : eol; // matches "\n" at the end
    return [{ start: source.length, end: source.length, text: `${open}${renderPair(key, wanted)}${eol}` }];
  }
  const map = pair.value;
  if (!isMap(map)) return listOf(valueSplice(source, pair, wanted));
  const changed = Object.entries(wanted).filter(([role, value]) => !isSame(map, role, value));
  if (changed.length === 0) return [];
  if (map.flow === true) {
    const kept = map.toJSON() as Record<string, FlowValue>;
    const [start, end] = map.range ?? [0, 0];
    return [{ start, end, text: renderFlow({ ...kept, ...wanted }) }];
  }
  const splices: Splice[] = [];
  const fresh: string[] = [];
  for (const [role, value] of changed) {
    const existing = findPair(map, role);
    if (existing === undefined) fresh.push(renderPair(role, value));
    else addAll(splices, listOf(valueSplice(source, existing, value)));
  }
  const first = map.items[0] as { key: { range?: [number, number, number] | null } } | undefined;
  const firstAt = first?.key.range?.[0];
  if (fresh.length > 0 && firstAt !== undefined) {
    const lineStart = Math.max(source.lastIndexOf("\n", firstAt - 1), source.lastIndexOf("\r", firstAt - 1)) + 1;
    const indent = source.slice(lineStart, firstAt);
    splices.push({ start: lineStart, end: lineStart, text: fresh.map((line) => indent + line + eol).join("") });
  }
  return splices;
}

/** The plan's own version gives way to the one that counts, in its quotes if it has any. */
function currentSplice({ source }: FrontmatterText, root: YAMLMap, current: string): Splice[] {
  const pair = findPair(root, CURRENT_KEY);
  const value = pair?.value;
  if (pair === undefined || (value !== null && value !== undefined && !isScalar(value))) return [];
  const range = value?.range;
  if (range === null || range === undefined || range[0] === range[1]) return listOf(valueSplice(source, pair, current));
  const [start, end] = range;
  const quote = /^["']/.exec(source.slice(start, end))?.[0] ?? ""; // matches the quote of "'GC-v3'"
  return [{ start, end, text: quote + current + quote }];
}

function isSame(map: YAMLMap, role: string, value: FlowValue): boolean {
  const pair = findPair(map, role);
  const old = pair?.value?.toJSON() as unknown;
  return pair !== undefined && renderFlow(value) === renderFlow(old as FlowValue);
}

function lastDeltaYaml({ sentVersion, deltaSize, timestamp }: LastDelta): FlowValue {
  return { sent_version: sentVersion, delta_size: deltaSize, timestamp };
}

function lastDeltaOf(last: Record<string, unknown>): Partial<LastDelta> {
  const found: Partial<LastDelta> = {};
  if (typeof last["sent_version"] === "string") found.sentVersion = last["sent_version"];
  if (typeof last["delta_size"] === "number") found.deltaSize = last["delta_size"];
  if (typeof last["timestamp"] === "string") found.timestamp = last["timestamp"];
  return found;
}

/** Each line that names a version, for the roles it names itself, else for those of the heading above it. */
function mentionsIn(text: string, roles: ReadonlySet<string>): PlanReading["mentions"] {
  const { lines } = takeLines(text);
  const { end } = findFrontMatter(lines);
  const rolesIn = (line: string) => {
    const named = [...line.matchAll(NAME)]
      .map(([name]) => foldRoleId(name))
      .filter((name) => (roles.size > 0 ? roles.has(name) : TYPED.test(name)));
    return [...new Set(named)];
  };
  let above: string[] = [];
  return lines.flatMap((line, index) => {
    if (index < end) return [];
    if (/^ {0,3}#{1,6}\s/.test(line)) above = rolesIn(line); // "### implementer-1"
    const version = [...line.matchAll(/\bGC-v(\d+)\b/gi)].at(-1)?.[1]; // "GC-v3 → GC-v4"
    if (version === undefined) return [];
    const own = rolesIn(line);
    const named = own.length > 0 ? own : above;
    return named.map((role) => ({ role, version: `GC-v${Number(version)}`, line: index + 1 }));
  });
}

/** Example: `implementer-1`, and not `researcher` alone or `tester-side`, which are words as well. */
const TYPED = new RegExp(`^(?:${Object.keys(ACCESS_BY_TYPE).join("|")})-\\d+$`);
/** Example: `implementer-1`, `Lead`. */
const NAME = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu;

function listOf(splice: Splice | undefined): Splice[] {
  return splice === undefined ? [] : [splice];
}
