import type { AppError } from "@/lib/core/errors";
import { invalidField } from "@/lib/core/errors";
import { isSessionId } from "@/lib/core/memory/session-paths";
import { findUnstorable } from "@/lib/core/text/visible";
import { isApplicable, summariesOf } from "@/lib/core/knowledge/choose-candidates";
import { type KnowledgeIndex, type Registry, nameLookup } from "@/lib/core/knowledge/knowledge-model";
import { foldName } from "@/lib/core/text/fold-name";

/** A command an observer gives in a dialogue. Source: knowledge, "Observer Commands". */
type TeamCommand =
  | { name: "load"; id: string }
  | { name: "unload"; id: string }
  | { name: "knowledge" }
  | { name: "reload" }
  /** `checkpoint` names one by its file or its number; null takes the newest good one. */
  | { name: "resume"; checkpoint: string | null };

/** How each is written, for hints. */
const FORMS: Record<TeamCommand["name"], string> = {
  load: "*load: {knowledge-id}",
  unload: "*unload: {knowledge-id}",
  knowledge: "*knowledge",
  resume: "*resume",
  reload: "*reload",
};

/**
 * Reads a command: case and spaces do not matter, the colon may be left out or be a wide one, quotes or brackets around the id go.
 * Anything else is invalid_input that says how commands are written.
 */
export function parseTeamCommand(text: string): TeamCommand {
  const match = COMMAND.exec(text.normalize("NFC"));
  if (match === null) throw invalid(`${quoted(text)} is not a command.`);
  const [, word = "", rest = ""] = match;
  const name = word.toLowerCase();
  if (!isName(name)) throw invalid(`There is no command *${word}.`);
  if (name === "load" || name === "unload") return { name, id: parseKnowledgeId(name, rest) };
  const argument = bare(rest);
  if (name === "resume") return { name, checkpoint: argument === "" ? null : argument };
  if (argument !== "") throw invalid(`*${name} stands alone, without ${quoted(argument)}.`, FORMS[name]);
  return { name };
}

/** The id that stands behind `*load` or `*unload`, as `parseTeamCommand` reads it. Throws what it throws. */
export function parseKnowledgeId(name: "load" | "unload", written: string): string {
  const id = bare(written.normalize("NFC").trim());
  if (id === "") throw invalid(`*${name} does not say which knowledge.`, FORMS[name]);
  if (/[,;\r\n]/.test(id)) throw invalid(`*${name} takes one id at a time, not ${quoted(id)}.`, FORMS[name]); // a, b
  return id;
}

/** Example: `*load: owasp-top-10`, ` * LOAD owasp-top-10 `. */
const COMMAND = /^\s*[*＊]\s*([\p{L}-]+)\s*[:：]?\s*(.*?)\s*$/su;

/** Example: `"owasp-top-10"`, `{owasp-top-10}`. */
const WRAPPED = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|\{([^}]*)\}|\[([^\]]*)\])$/;

function bare(argument: string): string {
  return argument.replace(WRAPPED, "$1$2$3$4$5").trim();
}

function isName(word: string): word is TeamCommand["name"] {
  return Object.hasOwn(FORMS, word);
}

function quoted(text: string): string {
  return JSON.stringify(text.trim().slice(0, 80));
}

function invalid(message: string, form?: string): AppError {
  const hint = form === undefined ? `Commands: ${Object.values(FORMS).join(", ")}.` : `Write ${form}.`;
  return invalidField("command", message, hint);
}

/** The id itself; invalid_input for one that cannot begin a file name, or would be taken for a numbered checkpoint. */
export function assertTeamSessionId(value: string, path = "id"): string {
  const id = value.normalize("NFC");
  if (isSessionId(id) && !/\.\d+$/.test(id)) return id; // arch.2
  const message = `${JSON.stringify(value.slice(0, 80))} cannot be the id of a team session.`;
  throw invalidField(
    path,
    message,
    "Use letters, digits, - and _, at most 80 of them and no number behind a dot, such as arch-2026-02-09-001.",
  );
}

/**
 * The first id of the day that nobody has: `{team}-{YYYY-MM-DD}-{NNN}`. A long name of a team is cut short. Source: knowledge, the example's
 * `session_id`.
 */
export function nextTeamSessionId(team: string, date: string, taken: ReadonlySet<string>): string {
  const name = Array.from(team.normalize("NFC")).slice(0, 60).join("");
  for (let number = 1; ; number++) {
    const id = `${name}-${date}-${String(number).padStart(3, "0")}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * A caller's text as one line of a file, so that nothing in it is read as a heading, a bullet or a fence of its own: line ends and runs of
 * spaces become one space. Empty text, or one that cannot be stored, is invalid_input at `path`.
 */
export function oneLine(text: string, path: string): string {
  const unstorable = findUnstorable(text);
  const line = text.replace(SPACES, " ").trim();
  if (unstorable === null && line !== "") return line;
  const message = unstorable === null ? "The text is empty." : `The text ${unstorable}.`;
  throw invalidField(path, message, "Say it in one line of plain text.");
}

/** Example: a line end with the indentation behind it; U+2028 ends a line in some tools. */
const SPACES = /[\s\u2028\u2029]+/g;

/** What an id given in a command leads to. */
export interface KnowledgeTarget {
  /** The id as index or registry write it. */
  id: string;
  /** The file below the workspace; null when there is none to load. */
  path: string | null;
  /** Why there is none, as a sentence. */
  problem: string | null;
  /** Where a summary of it may lie, in the order they are tried. */
  summaries: string[];
  /** The teams the registry has it for, where this one is not among them; null when it may load it without a word. */
  meantFor: string[] | null;
}

/**
 * What a name means to a team: an entry of its index, else of the shared registry, in the one spelling or, where only one differs in
 * case alone, in that. Null when there is none. Source: knowledge, "Observer Commands"; formats §3 (`applicable_teams`).
 */
export function findTarget(
  index: KnowledgeIndex,
  registry: Registry,
  team: string,
  name: string,
): KnowledgeTarget | null {
  const inIndex = nameLookup(index.entries);
  const inRegistry = nameLookup(registry.entries);
  const exact = inIndex(name)?.id ?? inRegistry(name)?.id;
  const ids = [...index.entries, ...registry.entries].map((entry) => entry.id);
  const id = exact ?? onlyLike(ids, name);
  if (id === undefined) return null;
  const own = inIndex(id);
  const shared = own?.kind === "own" ? undefined : inRegistry(id);
  const target = own !== undefined && own.reference !== null ? own : (shared ?? own);
  const path = target?.path ?? null;
  return {
    id,
    path,
    problem: path === null ? (target?.problem ?? `${id} names no file, and the registry has none for it.`) : null,
    summaries: path === null ? [] : summariesOf(id, path, team),
    meantFor: shared !== undefined && !isApplicable(shared, team) ? shared.applicableTeams : null,
  };
}

/** The one of these names that is the same but for case; undefined for none and for several. */
export function onlyLike(names: readonly string[], wanted: string): string | undefined {
  const found = new Set(names.filter((name) => foldName(name) === foldName(wanted)));
  return found.size === 1 ? [...found][0] : undefined;
}
