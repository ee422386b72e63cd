import { findToolName } from "@/lib/core/access/tool-names";
import { rewriteLinks } from "@/lib/core/knowledge/duplicate-links";
import {
  badId,
  noFile,
  noLines,
  nothingToShare,
  olderRegistry,
  placeTaken,
  twice,
} from "@/lib/core/knowledge/duplicate-refusals";
import { editKnowledgeIndex } from "@/lib/core/knowledge/edit-knowledge-index";
import { editRegistry } from "@/lib/core/knowledge/edit-registry";
import { indexPath, REGISTRY_PATH, registryPathOf, SHARED_FOLDER } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge-index";
import { parseRegistry } from "@/lib/core/knowledge/parse-registry";
import { referenceTo } from "@/lib/core/knowledge/file-reference";
import { lineEndAt, lineStarts } from "@/lib/core/text/lines";
import { teamOf } from "@/lib/core/knowledge/team-place";
import { findTwin } from "@/lib/core/text/fold-name";

/** Lines of a file, both included, from 1. */
export interface LineRange {
  path: string;
  startLine: number;
  endLine: number;
}

/** What is to be one: whole files, or the passages at these places; the first is the one that stays. */
export type Shared = { files: readonly string[] } | { places: readonly LineRange[] };

/** How the shared file is called and described. */
export interface ShareAs {
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
 * What has to change so that a thing is there once, in the shared knowledge, and everything that led to a copy leads to
 * it: the copies go, or give way to a link; indexes refer to the shared file, loading it when they loaded theirs; the
 * registry lists it; links in other files follow. Guarantees that no other byte changes. `files` are the texts of all
 * knowledge by path. Throws `conflict`, `not_found`, `invalid_input` or, for a file that cannot be edited, `unparseable`.
 * Source: knowledge (Decision 1, DRY).
 */
export function planShare(
  files: ReadonlyMap<string, string>,
  shared: Shared,
  as: ShareAs,
  countTokens: (text: string) => number,
): SharePlan {
  if (registryPathOf((path) => files.has(path)) !== REGISTRY_PATH) throw olderRegistry();
  if (!USABLE_ID.test(as.id) || findToolName(`${as.id}.md`) !== null) throw badId(as.id);
  const plan = new Plan(files);
  return "files" in shared
    ? plan.shareFiles(shared.files, as, countTokens)
    : plan.sharePlaces(shared.places, as, countTokens);
}

class Plan {
  readonly #after = new Map<string, string | null>();

  constructor(private readonly files: ReadonlyMap<string, string>) {}

  shareFiles(paths: readonly string[], as: ShareAs, countTokens: (text: string) => number): SharePlan {
    const [kept, ...others] = [...new Set(paths)];
    if (kept === undefined) throw nothingToShare();
    const text = this.#get(kept);
    for (const path of others) this.#get(path);
    const isThere = isShared(kept);
    const place = isThere ? kept : `${SHARED_FOLDER}/${as.id}.md`;
    if (!isThere) this.#assertFree(place);
    const gone = isThere ? others : [kept, ...others];
    if (gone.length === 0) throw nothingToShare();
    const moved = new Map(gone.map((path) => [path, place]));
    if (!isThere) this.#after.set(place, rewriteLinks(text, kept, place, moved));
    for (const path of gone) this.#after.set(path, null);
    this.#followLinks(moved);
    const teams = teamsOf(gone);
    const id = this.#register(place, as, teams, countTokens(text));
    this.#pointRegistry(moved);
    for (const team of teams) this.#pointIndex(team, id, place, gone);
    // An index may refer to a copy in the folder of another team.
    for (const team of this.#otherTeams(teams)) this.#pointIndex(team, null, place, gone);
    return this.#finish(id, place);
  }

  sharePlaces(places: readonly LineRange[], as: ShareAs, countTokens: (text: string) => number): SharePlan {
    const [kept] = places;
    if (kept === undefined || places.length < 2) throw nothingToShare();
    const place = `${SHARED_FOLDER}/${as.id}.md`;
    this.#assertFree(place);
    const { text: passage } = linesOf(this.#get(kept.path), kept);
    const title = as.description ?? as.id;
    const own = /^\s*#{1,6}\s/.test(passage) ? "" : `# ${title}\n\n`; // ## Injection
    const text = own + rewriteLinks(`${passage.trim()}\n`, kept.path, place, new Map());
    this.#after.set(place, text);
    for (const range of places) this.#replacePlace(range, title, place);
    const teams = teamsOf(places.map(({ path }) => path));
    const id = this.#register(place, as, teams, countTokens(text));
    for (const team of teams) this.#pointIndex(team, id, place, []);
    return this.#finish(id, place);
  }

  #replacePlace(range: LineRange, title: string, place: string): void {
    if (this.#after.has(range.path)) throw twice(range.path);
    const text = this.#get(range.path);
    const { start, end } = linesOf(text, range);
    const reference = referenceTo(range.path.slice(0, range.path.lastIndexOf("/")), place);
    const link = `See [${title.replace(/[[\]]/g, "")}](${reference}).${lineEndAt(text, end)}`; // [draft]
    this.#after.set(range.path, text.slice(0, start) + link + text.slice(end));
  }

  /** Another spelling of a name is the same file on some disks, and takes its place on all. */
  #assertFree(place: string): void {
    const taken = this.files.has(place) ? place : findTwin(this.files.keys(), place);
    if (taken !== undefined) throw placeTaken(taken);
  }

  /** The registry lists the shared file, under the id it has there already or the one given. */
  #register(place: string, as: ShareAs, teams: readonly string[], tokens: number): string {
    const text = this.files.get(REGISTRY_PATH) ?? "";
    const known = parseRegistry(text).entries.find((entry) => entry.path === place);
    if (known !== undefined) {
      const wanted = [...new Set([...known.applicableTeams, ...teams])];
      // No list means all teams, and stays so.
      if (known.applicableTeams.length > 0 && wanted.length > known.applicableTeams.length) {
        this.#after.set(
          REGISTRY_PATH,
          editRegistry(text, { type: "change", id: known.id, fields: { applicableTeams: wanted } }),
        );
      }
      return known.id;
    }
    const reference = referenceTo(SHARED_FOLDER, place).replace(/^\.\//, ""); // ./owasp.md
    const fields = {
      reference,
      tokensEstimate: tokens,
      tags: as.tags,
      applicableTeams: teams,
      description: as.description,
    };
    this.#after.set(REGISTRY_PATH, editRegistry(text, { type: "add", id: as.id, fields }));
    return as.id;
  }

  /** Entries of the registry for files that go lead to the shared one. */
  #pointRegistry(moved: ReadonlyMap<string, string>): void {
    const text = this.#now(REGISTRY_PATH) ?? "";
    let after = text;
    for (const { id, path } of parseRegistry(text).entries) {
      const place = path === null ? undefined : moved.get(path);
      if (place === undefined) continue;
      after = editRegistry(after, { type: "change", id, fields: { reference: referenceTo(SHARED_FOLDER, place) } });
    }
    if (after !== text) this.#after.set(REGISTRY_PATH, after);
  }

  /** A team's entries for files that go refer to the shared one; a team without such an entry gets one, when there is an `id`. */
  #pointIndex(team: string, id: string | null, place: string, gone: readonly string[]): void {
    const path = indexPath(team);
    const text = this.#now(path) ?? "";
    const reference = referenceTo(path.slice(0, path.lastIndexOf("/")), place);
    const { entries } = parseKnowledgeIndex(text, team);
    const own = entries.filter((entry) => entry.path !== null && gone.includes(entry.path));
    const isListed = entries.some((entry) => entry.path === place || (entry.reference === null && entry.id === id));
    let after = text;
    for (const entry of own)
      after = editKnowledgeIndex(after, team, { type: "point", id: entry.id, reference, kind: "shared" });
    if (id !== null && own.length === 0 && !isListed) {
      after = editKnowledgeIndex(after, team, { type: "add", id, kind: "shared", reference, loading: {} });
    }
    if (after !== text) this.#after.set(path, after);
  }

  #otherTeams(teams: readonly string[]): string[] {
    const all = [...this.files.keys()].flatMap((path) => teamOf(path) ?? []);
    return [...new Set(all)].filter((team) => !teams.includes(team) && this.files.has(indexPath(team)));
  }

  #followLinks(moved: ReadonlyMap<string, string>): void {
    for (const [path, text] of this.files) {
      if (!path.endsWith(".md") || this.#after.get(path) === null) continue;
      const now = this.#now(path) ?? text;
      const after = rewriteLinks(now, path, path, moved);
      if (after !== now) this.#after.set(path, after);
    }
  }

  #now(path: string): string | null {
    return this.#after.has(path) ? (this.#after.get(path) ?? null) : (this.files.get(path) ?? null);
  }

  #get(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw noFile(path);
    return text;
  }

  #finish(id: string, place: string): SharePlan {
    const changes = [...this.#after].map(([path, after]) => ({ path, before: this.files.get(path) ?? null, after }));
    const order = (change: PlannedChange) => (change.path === place ? 0 : change.path === REGISTRY_PATH ? 1 : 2);
    changes.sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : 1));
    return { id, path: place, changes };
  }
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

function teamsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => teamOf(path) ?? []))].sort();
}

function isShared(path: string): boolean {
  return path.startsWith(`${SHARED_FOLDER}/`);
}

function linesOf(text: string, { path, startLine, endLine }: LineRange): { start: number; end: number; text: string } {
  const starts = lineStarts(text);
  const [start, end] = [starts[startLine - 1], starts[endLine]];
  if (start === undefined || end === undefined || startLine > endLine) {
    throw noLines(path, startLine, endLine);
  }
  return { start, end, text: text.slice(start, end) };
}
