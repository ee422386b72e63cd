import type { Committer } from "@/lib/services/commit/committer";
import type { Queries } from "@/lib/db/database";
import type { FoundFolder, Store } from "@/lib/store/store";
import { type DocumentRow } from "@/lib/db/history";
import { findNewestWith } from "@/lib/db/revisions";
import type { Intent } from "@/lib/services/commit/act";
import { kindOf, type DocumentKind } from "@/lib/core/places/our-files";
import { readTextAt } from "@/lib/services/commit/revision-texts";
import { findUnfinished } from "@/lib/services/commit/unfinished-file";
import { CONFIRMED, recallWorkspace, rememberWorkspace } from "@/lib/store/known-workspaces";

/** So many documents are compared, those begun last. */
const COMPARED = 200;

/** What people and agents write. Registries and indexes look the same in many projects. */
const WRITTEN: DocumentKind[] = ["memory", "context", "plan", "agent-memory", "team-memory"];

/** A shorter line may be in any project. Characters. */
const TELLING = 20;

/** A workspace that goes on in another folder: how much of its history was found there, and whether the owner said so. */
interface Move {
  documents: number;
  found: number;
  confirmed: boolean;
}

interface Recognising {
  queries: Queries;
  dataFolder: string;
  workspace: string;
  /** Called where the workspace goes on in another folder; `remember` is to be called once that is recorded. */
  onMove: (move: Move, remember: () => Promise<void>) => void;
}

/**
 * Whether a folder holds the workspace that the history of its name is about: it is the folder that was remembered, the owner
 * said so, or at least half of the documents are in it as some revision left them, or with most of their entries. A name without
 * documents takes any folder. What is recognised is remembered.
 */
async function recogniseFolder(recognising: Recognising, folder: FoundFolder): Promise<boolean> {
  const { queries, dataFolder, workspace, onMove } = recognising;
  const known = await recallWorkspace(dataFolder, workspace);
  const isSamePlace = known?.folder === folder.path;
  const confirmed = isSamePlace && known.identity === CONFIRMED;
  const remember = () => rememberWorkspace(dataFolder, workspace, { folder: folder.path, identity: folder.identity });
  if (isSamePlace && (known.identity === null || known.identity === folder.identity)) {
    await remember();
    return true;
  }
  const held = await queries.document.findMany({
    where: { workspaceId: workspace, headHash: { not: "" }, NOT: { path: { startsWith: "trash/" } } },
    orderBy: { id: "desc" },
    take: COMPARED,
  });
  const written = held.filter(({ path }) => WRITTEN.includes(kindOf(path)));
  const compared = written.length > 0 ? written : held;
  let found = 0;
  for (const document of compared) if (await isIn(queries, folder, document)) found++;
  if (!confirmed && 2 * found < compared.length) return false;
  const isMove = confirmed || (!isSamePlace && compared.length > 0);
  if (isMove) onMove({ documents: compared.length, found, confirmed }, remember);
  else await remember();
  return true;
}

/** The event of a move. */
function recordMove(workspace: string, { documents, found, confirmed }: Move): Intent<void> {
  return {
    workspace,
    author: { actor: "disk", actorKind: "disk", source: "disk" },
    decide: (draft) => draft.event("workspace.moved", workspace, null, { documents, found, confirmed }),
  };
}

async function isIn(queries: Queries, folder: FoundFolder, row: DocumentRow): Promise<boolean> {
  const { id, path, head, headHash: hash, synced } = row;
  // One that cannot be read tells nothing.
  const file = await folder.read(path).catch(() => null);
  if (file === null) return false;
  if ((await findNewestWith(queries, id, file.hash)) !== null) return true;
  if (synced < head && (await findUnfinished(queries, { id, head, hash }, synced, file)) !== null) return true;
  const before = entriesOf(await readTextAt(queries, id, head).catch(() => ""));
  const now = new Set(entriesOf(file.text ?? ""));
  return before.length > 0 && 2 * before.filter((line) => now.has(line)).length >= before.length;
}

/** The lines that somebody wrote into a document, rather than its form: `- [Finding] The retry queue drops …`. */
function entriesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.startsWith("- ") && line.length >= TELLING);
}

interface Parts {
  queries: Queries;
  committer: Committer;
  dataFolder: string;
  store: (workspace: string) => Store;
  report: (error: unknown) => void;
}

/**
 * Recognises the folders of workspaces, and has those that a workspace was found in anew recorded: during the start once
 * `recordEarly` is called, later as soon as the folder is open.
 */
export class FolderMoves {
  #early: (() => Promise<unknown>)[] | null = [];

  constructor(private readonly parts: Parts) {}

  recognise(workspace: string, folder: FoundFolder): Promise<boolean> {
    const { dataFolder, queries } = this.parts;
    const onMove = (move: Move, remember: () => Promise<void>) => this.#add(workspace, move, remember);
    return recogniseFolder({ queries, dataFolder, workspace, onMove }, folder);
  }

  /** Records what was found until now. */
  async recordEarly(): Promise<void> {
    const early = this.#early ?? [];
    this.#early = null;
    for (const record of early) await record();
  }

  #add(workspace: string, move: Move, remember: () => Promise<void>): void {
    const { committer, store, report } = this.parts;
    const record = () => committer.submit(recordMove(workspace, move)).then(remember);
    if (this.#early !== null) this.#early.push(record);
    else void store(workspace).look().then(record).catch(report);
  }
}
