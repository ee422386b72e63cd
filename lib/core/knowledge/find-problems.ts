import {
  indexPath,
  knowledgeFolder,
  registryPathOf,
  SHARED_FOLDER,
  type KnowledgeIndex,
  type Registry,
  teamOf,
  nameLookup,
} from "@/lib/core/knowledge/knowledge-model";
import { folderOf, resolveFileReference } from "@/lib/core/knowledge/file-reference";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { parseBlocks } from "@/lib/core/markdown/blocks";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";

/** A link of a Markdown text to a file beside it. */
interface FileLink {
  /** The file below the workspace that it leads to. */
  path: string;
  /** From 1. */
  line: number;
}

/** `](./notes.md "title")`, `](<a b.md>)`, and `[notes]: ../notes.md` at the start of a line. */
const LINK = /(?:\]\(\s*|^ {0,3}\[[^\]\n]+\]:[ \t]*)(?:<(?<quoted>[^<>\n]+)>|(?<plain>[^\s<>()]+))/gm;

/** A target with a scheme, such as `https:`, or within the page, leads to no file. */
const NO_FILE = /^(?:[a-z][a-z\d+.-]*:|#|\/)/i;

/** Every link to a file of the workspace, in order. What stands in a fence or an indented block is no link. */
function fileLinksOf(path: string, text: string): FileLink[] {
  const { starts, blocks } = parseBlocks(text);
  const code = blocks
    .filter((block) => block.kind === "other" && (block.type === "fence" || block.type === "code_block"))
    .map((block) => [starts[block.line] ?? 0, starts[block.endLine] ?? text.length] as const);
  const links: FileLink[] = [];
  let line = 0;
  for (const match of text.matchAll(LINK)) {
    const { quoted, plain } = match.groups ?? {};
    const target = quoted ?? plain ?? "";
    const start = match.index + match[0].length - (quoted === undefined ? 0 : 1) - target.length;
    if (NO_FILE.test(target) || code.some(([from, to]) => start >= from && start < to)) continue;
    const file = target.replace(/[?#].*$/, ""); // #injection
    const found = resolveFileReference(folderOf(path), decode(file));
    if (!("path" in found)) continue;
    while (line + 1 < starts.length - 1 && (starts[line + 1] as number) <= start) line++;
    links.push({ path: found.path, line: line + 1 });
  }
  return links;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** What can be wrong with knowledge beyond one file. */
export const PROBLEMS = [
  "broken_file",
  "broken_reference",
  "broken_link",
  "unknown_id",
  "unused_entry",
  "never_loaded",
  "not_indexed",
] as const;

/** One thing that is wrong, with where it is said. */
interface KnowledgeProblem {
  kind: (typeof PROBLEMS)[number];
  /** The file that says it, or that nobody names. */
  path: string;
  /** From 1; null when the whole file is meant. */
  line: number | null;
  /** The team whose index or file it is; null for the shared knowledge. */
  team: string | null;
  /** The entry concerned. */
  id: string | null;
  message: string;
}

/**
 * What is wrong between registry, indexes and files: references to nothing, ids that nobody has, entries that nobody uses or
 * nothing loads, files that no index names. Of a registry or an index that is not valid YAML only that is told: the rest would
 * follow from it. `files` are the texts of all knowledge by path. Source: knowledge §1, §2.
 */
export function findProblems(files: ReadonlyMap<string, string>): KnowledgeProblem[] {
  const registryPath = registryPathOf((path) => files.has(path));
  const registry = parseRegistry(files.get(registryPath) ?? "", folderOf(registryPath));
  const teams = [...new Set([...files.keys()].flatMap((path) => teamOf(path) ?? []))].sort();
  const indexes = teams.map((team) => ({ team, index: parseKnowledgeIndex(files.get(indexPath(team)) ?? "", team) }));
  const has = (path: string) => files.has(path);
  const ofRegistry = brokenFile(registryPath, null, registry);
  const broken = [...ofRegistry, ...indexes.flatMap(({ team, index }) => brokenFile(indexPath(team), team, index))];
  const unread = new Set(broken.map(({ team }) => team));
  const found = [
    ...problemsOfRegistry(
      registryPath,
      registry,
      indexes.map(({ index }) => index),
      has,
    ).filter(({ kind }) => kind !== "unused_entry" || broken.length === 0),
    ...indexes.flatMap(({ team, index }) => problemsOfIndex(team, index, registry, has)),
    ...unlisted(files, registry, indexes),
  ];
  // What an unread registry lists is unknown to each index as well.
  const isKnown = ({ kind, team }: KnowledgeProblem) =>
    !unread.has(team) && !(kind === "unknown_id" && ofRegistry.length > 0);
  return [...broken, ...found.filter(isKnown), ...brokenLinks(files)];
}

function brokenFile(
  path: string,
  team: string | null,
  { diagnostics }: Pick<Registry, "diagnostics">,
): KnowledgeProblem[] {
  const fault = diagnostics.find(({ code }) => code === "bad_yaml");
  if (fault === undefined) return [];
  return [{ kind: "broken_file", path, line: fault.range.start.line, team, id: null, message: fault.message }];
}

function problemsOfRegistry(
  registryPath: string,
  registry: Registry,
  indexes: readonly KnowledgeIndex[],
  has: (path: string) => boolean,
): KnowledgeProblem[] {
  const used = new Set(indexes.flatMap(({ entries }) => entries.flatMap(({ id, path }) => [id, path ?? ""])));
  const needed = new Set(registry.entries.flatMap(({ dependsOn }) => dependsOn));
  return registry.entries.flatMap(({ id, path, problem, line }): KnowledgeProblem[] => {
    const at = { path: registryPath, line, team: null, id };
    const broken = brokenReference(id, path, problem, has);
    if (broken !== null) return [{ kind: "broken_reference", ...at, message: broken }];
    if (used.has(id) || (path !== null && used.has(path)) || needed.has(id)) return [];
    return [{ kind: "unused_entry", ...at, message: `No team's index refers to "${id}".` }];
  });
}

function problemsOfIndex(team: string, index: KnowledgeIndex, registry: Registry, has: (path: string) => boolean) {
  const path = indexPath(team);
  const [find, findShared] = [nameLookup(index.entries), nameLookup(registry.entries)];
  const rules = [...index.byMode, ...index.byKeyword];
  const loaded = new Set(rules.flatMap(({ ids }) => ids.flatMap((id) => find(id)?.id ?? [])));
  const ofEntries = index.entries.flatMap((entry): KnowledgeProblem[] => {
    const at = { path, line: entry.line, team, id: entry.id };
    const shared = entry.reference === null ? findShared(entry.id) : undefined;
    if (entry.reference === null && shared === undefined) {
      return [
        { kind: "unknown_id", ...at, message: `"${entry.id}" names no file, and the registry has no such entry.` },
      ];
    }
    const broken = shared === undefined ? brokenReference(entry.id, entry.path, entry.problem, has) : null;
    if (broken !== null) return [{ kind: "broken_reference", ...at, message: broken }];
    return entry.core || loaded.has(entry.id)
      ? []
      : [{ kind: "never_loaded", ...at, message: `No mode and no keyword loads "${entry.id}".` }];
  });
  const ofRules = rules.flatMap(({ name, ids, line }): KnowledgeProblem[] =>
    ids
      .filter((id) => find(id) === undefined && findShared(id) === undefined)
      .map((id) => {
        const message = `"${name}" loads "${id}", which neither this index nor the registry has.`;
        return { kind: "unknown_id", path, line, team, id, message };
      }),
  );
  return [...ofEntries, ...ofRules];
}

function brokenReference(id: string, path: string | null, problem: string | null, has: (path: string) => boolean) {
  if (path === null) return problem ?? `"${id}" names no file.`;
  return has(path) ? null : `"${id}" refers to a missing file: ${path}.`;
}

/** Files of knowledge that neither the registry nor an index names. Summaries go with the file they sum up. */
function unlisted(
  files: ReadonlyMap<string, string>,
  registry: Registry,
  indexes: readonly { index: KnowledgeIndex }[],
): KnowledgeProblem[] {
  const listed = new Set(
    [...registry.entries, ...indexes.flatMap(({ index }) => index.entries)].map(({ path }) => path),
  );
  return [...files.keys()].flatMap((path): KnowledgeProblem[] => {
    if (!isKnowledgeFile(path) || listed.has(path)) return [];
    const team = teamOf(path) ?? null;
    return [{ kind: "not_indexed", path, line: null, team, id: null, message: "Not in any index." }];
  });
}

function brokenLinks(files: ReadonlyMap<string, string>): KnowledgeProblem[] {
  return [...files].flatMap(([path, text]) =>
    isKnowledgeFile(path)
      ? fileLinksOf(path, text)
          .filter((link) => link.path.startsWith(".microai/") && /\.\w+$/.test(link.path) && !files.has(link.path)) // .md
          .map((link): KnowledgeProblem => {
            const message = `A link refers to a missing file: ${link.path}.`;
            return { kind: "broken_link", path, line: link.line, team: teamOf(path) ?? null, id: null, message };
          })
      : [],
  );
}

/** Whether a path is that of a piece of knowledge: a Markdown file of the shared folder, or of a team's. */
export function isKnowledgeFile(path: string): boolean {
  if (!path.endsWith(".md") || /(?:^|\/)(?:summaries\/|README\.md$)/i.test(path)) return false; // summaries/owasp.md
  const team = teamOf(path);
  return path.startsWith(`${team === undefined ? SHARED_FOLDER : knowledgeFolder(team)}/`);
}

/** Files of the same words; the first is the one to keep: that of the shared knowledge, else the first by path. */
interface DuplicateGroup {
  files: string[];
  words: number;
}

/** Files with fewer words say nothing by being alike: a heading and "to be written". */
const SHORTEST = 12;

/**
 * The files that say the same, word for word: case, marks, spacing, line ends and front matter aside. Those that would
 * save most come first; the order of the files does not matter. Source: knowledge (pain point 1, DRY).
 */
export function findDuplicates(files: ReadonlyMap<string, string>): DuplicateGroup[] {
  const groups = new Map<string, DuplicateGroup>();
  for (const [path, text] of [...files].sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))) {
    const words = blankFrontMatter(text).normalize("NFC").toLowerCase().match(WORD) ?? [];
    if (words.length < SHORTEST) continue;
    const key = words.join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { files: [path], words: words.length });
    else group.files.push(path);
  }
  return [...groups.values()].filter((group) => group.files.length > 1).sort((a, b) => saved(b) - saved(a));
}

/** Example: `재시도`, `retry2`. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function place(path: string): number {
  return path.startsWith(`${SHARED_FOLDER}/`) ? 0 : 1;
}

function saved({ files, words }: DuplicateGroup): number {
  return words * (files.length - 1);
}
