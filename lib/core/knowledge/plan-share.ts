import { findToolName } from "@/lib/core/text/tool-names";
import { AppError } from "@/lib/core/errors";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry } from "@/lib/core/knowledge/edit-registry";
import { referenceTo } from "@/lib/core/knowledge/file-reference";
import {
  indexPath,
  OLDER_REGISTRY_PATH,
  REGISTRY_PATH,
  registryPathOf,
  SHARED_FOLDER,
  teamOf,
} from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { findTwin } from "@/lib/core/text/fold-name";

/** How the shared file is called and described. */
interface ShareAs {
  id: string;
  description: string | null;
  tags: readonly string[];
}

/** What one file is to be; null when it goes away, and no file before when `before` is null. */
export interface PlannedChange {
  path: string;
  before: string | null;
  after: string | null;
}

/** Everything that sharing changes, and where the shared file then is. */
export interface SharePlan {
  id: string;
  path: string;
  changes: PlannedChange[];
}

/** A shared file goes by the name of its registry entry. */
const USABLE_ID = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;

/**
 * What has to change so that a file is there once, in the shared knowledge: the first of `paths` moves there and the others go, the
 * registry lists it, and the teams' entries refer to it, loading it when they loaded theirs. Guarantees that no other byte
 * changes. `files` are the texts of all knowledge by path. Throws `conflict`, `not_found`, `invalid_input` or, for a file
 * that cannot be edited, `unparseable`. Source: knowledge (Decision 1, DRY).
 */
export function planShare(
  files: ReadonlyMap<string, string>,
  paths: readonly string[],
  as: ShareAs,
  countTokens: (text: string) => number,
): SharePlan {
  if (registryPathOf((path) => files.has(path)) !== REGISTRY_PATH) throw olderRegistry();
  if (!USABLE_ID.test(as.id) || findToolName(`${as.id}.md`) !== null)
    throw new AppError("invalid_input", `"${as.id}" cannot be the name of a shared file.`, {
      hint: "Use letters, digits, dashes, dots and underscores, such as owasp-top-10.",
      errors: [{ path: "id", message: "is no file name" }],
    });
  const [kept, ...others] = [...new Set(paths)];
  const isThere = kept?.startsWith(`${SHARED_FOLDER}/`) === true;
  if (kept === undefined || (isThere && others.length === 0))
    throw new AppError("invalid_input", "There are no duplicates here.", {
      hint: "Name at least two files as {knowledge.duplicates} lists them.",
    });
  const gone = isThere ? others : [kept, ...others];
  for (const path of [kept, ...others]) if (!files.has(path)) throw noFile(path);
  const path = isThere ? kept : `${SHARED_FOLDER}/${as.id}.md`;
  const text = files.get(kept) ?? "";
  const after = new Map<string, string | null>();
  if (!isThere) {
    // Another spelling of a name is the same file on some disks, and takes its place on all.
    const taken = files.has(path) ? path : findTwin(files.keys(), path);
    if (taken !== undefined)
      throw new AppError("conflict", `There is a file ${taken} already.`, {
        hint: "Choose another id, or name that file first to keep it.",
        current: { path: taken },
      });
    after.set(path, text);
  }
  const teams = [...new Set(gone.flatMap((each) => teamOf(each) ?? []))].sort();
  const { id, registry } = register(files.get(REGISTRY_PATH) ?? "", path, as, teams, countTokens(text));
  after.set(REGISTRY_PATH, registry);
  for (const each of gone) after.set(each, null);
  const all = new Set([...files.keys()].flatMap((each) => teamOf(each) ?? []));
  for (const team of all) {
    const index = indexPath(team);
    const own = teams.includes(team) ? id : null;
    if (own !== null || files.has(index)) after.set(index, refer(files.get(index) ?? "", team, own, path, gone));
  }
  const changes = [...after]
    .map(([each, now]) => ({ path: each, before: files.get(each) ?? null, after: now }))
    .filter((change) => change.before !== change.after);
  const order = (change: PlannedChange) => (change.path === path ? 0 : change.path === REGISTRY_PATH ? 1 : 2);
  return { id, path, changes: changes.sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : 1)) };
}

/** The registry with the shared file, under the id it has there already or the one given. */
function register(text: string, path: string, as: ShareAs, teams: readonly string[], tokens: number) {
  const known = parseRegistry(text).entries.find((entry) => entry.path === path);
  if (known === undefined) {
    const reference = referenceTo(SHARED_FOLDER, path).replace(/^\.\//, ""); // ./owasp.md
    const { tags, description } = as;
    const fields = { reference, tokensEstimate: tokens, tags, applicableTeams: teams, description };
    return { id: as.id, registry: editRegistry(text, { type: "add", id: as.id, fields }) };
  }
  const applicableTeams = [...new Set([...known.applicableTeams, ...teams])];
  // No list means all teams, and stays so.
  const isOpen = known.applicableTeams.length === 0 || applicableTeams.length === known.applicableTeams.length;
  const change = { type: "change", id: known.id, fields: { applicableTeams } } as const;
  return { id: known.id, registry: isOpen ? text : editRegistry(text, change) };
}

/** The index whose entries for files that go refer to the shared one; without such an entry it gets one, when there is an `id`. */
function refer(text: string, team: string, id: string | null, place: string, gone: readonly string[]): string {
  const path = indexPath(team);
  const reference = referenceTo(path.slice(0, path.lastIndexOf("/")), place);
  const { entries } = parseKnowledgeIndex(text, team);
  const own = entries.filter((entry) => entry.path !== null && gone.includes(entry.path));
  if (own.length > 0) {
    const point = (id: string) => ({ type: "point", id, reference, kind: "shared" }) as const;
    return own.reduce((after, entry) => editKnowledgeIndex(after, team, point(entry.id)), text);
  }
  const isListed = entries.some((entry) => entry.path === place || (entry.reference === null && entry.id === id));
  if (id === null || isListed) return text;
  return editKnowledgeIndex(text, team, { type: "add", id, kind: "shared", reference, loading: {} });
}

/** The id to propose for a file: its name without a number in front, such as `owasp-top-10` for `03-owasp-top-10.md`. */
export function proposeId(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, ""); // notes.md
  const id = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/^\d+[-_. ]+(?=\D)/, "") // 03-
    .replace(/[^\p{L}\p{N}._-]+/gu, "-") // a space
    .replace(/^[^\p{L}\p{N}]+|[-._]+$/gu, ""); // a dash at either end
  return id === "" ? "shared" : id.slice(0, 100);
}

/** The registry lies where older projects have it. */
export function olderRegistry(): AppError {
  return new AppError("conflict", `The registry is ${OLDER_REGISTRY_PATH}, which is read and not changed.`, {
    hint: `Move it to ${REGISTRY_PATH}, with its paths seen from there, then try again.`,
    current: { path: OLDER_REGISTRY_PATH },
  });
}

/** A file was named that is not there, or is no knowledge. */
export function noFile(path: string): AppError {
  return new AppError("not_found", `${path} is not a file of knowledge.`, {
    hint: "Name files as {knowledge.duplicates} lists them.",
  });
}
