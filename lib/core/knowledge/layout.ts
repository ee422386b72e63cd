import { findToolName } from "@/lib/core/text/tool-names";
import { AppError } from "@/lib/core/errors";
import { setActiveContext } from "@/lib/core/knowledge/active-context";
import { proposeId, type PlannedChange } from "@/lib/core/knowledge/plan-share";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry } from "@/lib/core/knowledge/edit-registry";
import { isKnowledgeFile } from "@/lib/core/knowledge/find-problems";
import {
  indexPath,
  knowledgeFolder,
  REGISTRY_PATH,
  registryPathOf,
  SHARED_FOLDER,
  teamFolder,
  teamName,
  teamOf,
} from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { referenceTo } from "@/lib/core/knowledge/file-reference";

/** A registry that lists nothing yet. Source: knowledge §1. */
const REGISTRY_TEMPLATE = `# Knowledge that several teams load: one file here instead of a copy with each of them.
#
#   knowledge:
#     owasp-top-10:
#       path: owasp-top-10.md              # beside this file
#       tokens_estimate: 3000
#       tags: [security]
#       applicable_teams: [dev-security]   # loads by itself for these teams only; leave it out for all
knowledge:
`;

/** An index that loads nothing yet. Source: knowledge §2, §6. */
const INDEX_TEMPLATE = `# What this team loads, and when. Files that do not fit the budget are skipped, and the next is tried.
shared_refs:
files:
auto_load:
  by_mode:
  by_keyword:
token_budget:
  max_auto_load: 5000
  strategy: priority_then_skip
`;

/** A history of sessions that begins with the first one. Source: knowledge §3. */
const SESSIONS_TEMPLATE = `# One entry a session, the newest last.
`;

/** What a team learns, by month. \`{team}\` is its name. Source: knowledge §3. */
const LEARNINGS_TEMPLATE = `# Learnings — {team}
`;

/** Files of the flat layout: knowledge that lies beside the shared folder instead of in it. */
const FLAT_FOLDER = ".microai/knowledge";
/** A team's folder may be called what any folder may, on every system. */
const TEAM_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u;
/** A word of a file's name shorter than this is a number or an "of". */
const SHORTEST_KEYWORD = 4;
/** Words of a file's name that tell nothing about it. */
const NO_KEYWORDS = new Set(["knowledge", "notes", "guide", "readme", "index", "file", "docs"]);

/**
 * What has to be written so that knowledge has its layout: a registry, and for each team an index and the files of its
 * memory. What is there already stays, byte for byte; files that no index names yet are listed with an estimate and, in
 * an index, with the words of their names as keywords. The same request twice plans nothing the second time. `files` are
 * all texts below `.microai` by path. Throws `invalid_input` for a name no team can have, `unparseable` where an index
 * cannot be edited. Source: knowledge (Architecture, Negative: migration).
 */
export function planLayout(
  files: ReadonlyMap<string, string>,
  teams: readonly string[],
  countTokens: (text: string) => number,
): PlannedChange[] {
  for (const team of teams) assertTeamName(team);
  const known = [...files.keys()].flatMap((path) => teamOf(path) ?? []);
  const after = new Map<string, string>();
  if (registryPathOf((path) => files.has(path)) === REGISTRY_PATH) {
    after.set(REGISTRY_PATH, registryFor(files, countTokens));
  }
  for (const team of [...new Set([...known, ...teams])].sort()) {
    after.set(indexPath(team), indexFor(files, team, countTokens));
    // A team in another place keeps its memory as it is.
    if (teamName(team) !== team) continue;
    for (const [path, text] of memoryOf(team)) if (!files.has(path)) after.set(path, text);
  }
  return [...after]
    .map(([path, text]) => ({ path, before: files.get(path) ?? null, after: text }))
    .filter((change) => change.before !== change.after);
}

function registryFor(files: ReadonlyMap<string, string>, countTokens: (text: string) => number): string {
  let text = files.get(REGISTRY_PATH) ?? REGISTRY_TEMPLATE;
  const { entries } = parseRegistry(text);
  const listed = new Set(entries.map(({ path }) => path));
  const ids = new Set(entries.map(({ id }) => id));
  for (const [path, content] of files) {
    if (listed.has(path) || !(isKnowledgeFile(path) || isFlat(path)) || teamOf(path) !== undefined) continue;
    const reference = referenceTo(SHARED_FOLDER, path).replace(/^\.\//, ""); // ./owasp.md
    const fields = {
      reference,
      tokensEstimate: countTokens(content),
      tags: [],
      applicableTeams: [],
      description: null,
    };
    text = editRegistry(text, { type: "add", id: freeId(path, ids), fields });
  }
  return text;
}

function isFlat(path: string): boolean {
  return path.endsWith(".md") && path.slice(0, path.lastIndexOf("/")) === FLAT_FOLDER && !/\/README\.md$/i.test(path); // README.md
}

function indexFor(files: ReadonlyMap<string, string>, team: string, countTokens: (text: string) => number): string {
  const before = files.get(indexPath(team));
  let text = before ?? INDEX_TEMPLATE;
  const { entries } = parseKnowledgeIndex(text, team);
  const listed = new Set(entries.map(({ path }) => path));
  const ids = new Set(entries.map(({ id }) => id));
  const own = [...files.keys()].filter((path) => teamOf(path) === team && isKnowledgeFile(path) && !listed.has(path));
  if (before === undefined) return newIndex(files, team, own.sort(), ids, countTokens);
  for (const path of own.sort()) {
    const id = freeId(path, ids);
    const reference = referenceTo(knowledgeFolder(team), path);
    const loading = { priority: "medium", keywords: keywordsOf(id) } as const;
    text = editKnowledgeIndex(text, team, { type: "add", id, kind: "own", reference, loading });
  }
  return text;
}

function newIndex(
  files: ReadonlyMap<string, string>,
  team: string,
  own: readonly string[],
  ids: Set<string>,
  countTokens: (text: string) => number,
): string {
  const keywords = new Map<string, string[]>();
  const entries = own.map((path) => {
    const id = freeId(path, ids);
    for (const word of keywordsOf(id)) keywords.set(word, [...(keywords.get(word) ?? []), id]);
    const estimate = countTokens(files.get(path) ?? "");
    const reference = referenceTo(knowledgeFolder(team), path);
    return `  - id: ${quoted(id)}\n    path: ${quoted(reference)}\n    priority: medium\n    tokens_estimate: ${estimate}\n`;
  });
  const rules = [...keywords].map(([word, loads]) => `    ${quoted(word)}: [${loads.map(quoted).join(", ")}]\n`);
  const listed = INDEX_TEMPLATE.replace("\nfiles:\n", (key) => key + entries.join(""));
  return listed.replace("  by_keyword:\n", (key) => key + rules.join(""));
}

/** A JSON string is a YAML string; plain names stand without quotes. */
function quoted(text: string): string {
  return /^(?!(?:true|false|null|yes|no|on|off)$)[A-Za-z./][\w./-]*$/i.test(text) ? text : JSON.stringify(text); // ./threat-modeling.md
}

/** The files of a team's memory that a layout has from the start. */
export function memoryPathsOf(team: string): string[] {
  return memoryOf(team).map(([path]) => path);
}

function memoryOf(team: string): [string, string][] {
  const folder = `${teamFolder(team)}/memory`;
  const nothing = { Session: [], "Loaded Knowledge": [], "Open Issues": [], "Next Action": [] };
  return [
    [`${folder}/context.md`, setActiveContext(null, team, nothing).text],
    [`${folder}/sessions.yaml`, SESSIONS_TEMPLATE],
    [`${folder}/learnings.md`, LEARNINGS_TEMPLATE.replace("{team}", () => team)],
  ];
}

function freeId(path: string, taken: Set<string>): string {
  const wanted = proposeId(path);
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted}-${count}`;
  taken.add(id);
  return id;
}

/** The words of a name that a topic would hold, such as `threat` and `modeling` for `threat-modeling`. */
function keywordsOf(id: string): string[] {
  const words = id.split(/[^\p{L}\p{N}]+/u).filter((word) => isSyllabic(word) || word.length >= SHORTEST_KEYWORD); // a dash
  return [...new Set(words)].filter((word) => /\p{L}/u.test(word) && !NO_KEYWORDS.has(word)); // 보안
}

/** Two characters are a word already in Hangul, Han and Kana. */
function isSyllabic(word: string): boolean {
  return /^[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2,}$/u.test(word); // 보안
}

/** Throws `invalid_input` for what cannot be the name of a team's folder. */
export function assertTeamName(team: string): void {
  if (TEAM_NAME.test(team) && findToolName(team) === null) return;
  throw new AppError("invalid_input", `"${team}" cannot be the name of a team's folder.`, {
    hint: "Use letters, digits, dashes, dots and underscores, such as dev-security.",
    errors: [{ path: "teams", message: "is no folder name" }],
  });
}
