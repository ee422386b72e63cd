import { greatest } from "@/lib/core/lists";
import { countEvents, findLastEventOf } from "@/lib/db/events";
import type { Database, Queries } from "@/lib/db/database";
import type { RootMark } from "@/lib/db/seals";
import { findTurn, insertWitness, isWitnessed, raiseTurn } from "@/lib/db/witness";
import type { Committer } from "@/lib/services/commit/committer";
import {
  compareWithWitness,
  describeDiscrepancy,
  type Discrepancy,
  findFaultAhead,
  headIn,
} from "@/lib/services/history/compare-witness";
import type { Head, Testimony, Witness } from "@/lib/services/commit/witness";
import { createHmac } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import { findRecorded, putRecorded } from "@/lib/db/recorded";

interface Settling {
  database: Database;
  witness: Witness;
  committer: Committer;
  workspaces: string[];
  clock: () => Date;
}

/** What a start found missing in a workspace's history. */
export interface Loss extends Discrepancy {
  workspace: string;
}

/**
 * Compares the database with the record beside it, once, before anything is changed. Where it lacks what was there, that is
 * recorded as an event of each workspace concerned, and the record begins anew from what there is: nothing goes on
 * as if nothing had happened, and nothing stands still. Answers what was found.
 */
export async function settleHistory(settling: Settling): Promise<Loss[]> {
  const { database, witness, committer, workspaces, clock } = settling;
  const { queries } = database;
  const testimony = await witness.read();
  const losses: Loss[] = [];
  for (const workspace of workspaces) {
    const found =
      (await compareWithWitness(database, witness, testimony, workspace)) ??
      (await compareAhead(queries, testimony, workspace));
    if (found !== null) losses.push({ ...found, workspace });
  }
  const ids = testimony.lines.flatMap((line) => Object.values(line.heads).map(({ id }) => id));
  if (losses.length > 0) committer.log.numberAfter(greatest(ids, 0));
  for (const loss of losses) {
    const { workspace, id, after, at, had, has, reason } = loss;
    await committer.act({ workspace, author: { actor: "disk", actorKind: "disk", source: "disk" } }, (draft) => {
      const detail = describeDiscrepancy(loss);
      draft.event("history.broken", workspace, null, { reason, detail, event: id, since: after ?? at, had, has });
    });
  }
  if (!(await isWitnessed(queries, witness.keeper))) {
    await database.transaction((inside) => insertWitness(inside, witness.keeper, clock()));
  }
  if (losses.length > 0) {
    const last = testimony.lines.at(-1)?.turn ?? 0;
    await database.transaction((inside) => raiseTurn(inside, last + 1));
  }
  await sealEarlier(settling);
  await begin(settling, testimony, losses.length > 0);
  return losses;
}

/** A database may be ahead of the record, by what was committed last or by another data folder, but on the same chain. */
async function compareAhead(queries: Queries, testimony: Testimony, workspace: string): Promise<Discrepancy | null> {
  const head = headIn(testimony, workspace);
  if (head === undefined) return null;
  const id = await findFaultAhead(queries, workspace, head);
  if (id === null) return null;
  const at = testimony.lines.at(-1)?.at ?? null;
  return { reason: "changed", id, after: at, at, had: head.events, has: await countEvents(queries, workspace) };
}

/**
 * Seals the rows of what was never sealed: of a new workspace, or of one that a server of an earlier version wrote to; and seals anew what a
 * data folder of its own has sealed before, now that servers share the database.
 */
async function sealEarlier({ database, workspaces }: Settling): Promise<void> {
  const { queries, seals } = database;
  if (!seals.isOn) return;
  const [nobodys = "", ...former] = seals.nobodys;
  for (const scope of [...workspaces, nobodys, ...former]) {
    const isUnsealed = !former.includes(scope) && (await seals.isUnsealed(queries.direct, scope));
    if (!isUnsealed && !(await seals.root(queries.direct, scope))?.isFromBefore) continue;
    const upgraded = !workspaces.includes(scope) || (await countEvents(queries, scope)) > 0;
    await database.transaction(
      async (inside, turn) => {
        // Another process may have begun it meanwhile.
        if ((await seals.root(inside.direct, scope))?.isFromBefore) await seals.sealAnew(inside.direct, scope, turn);
        else if (isUnsealed && (await seals.isUnsealed(inside.direct, scope)))
          await seals.sealAll(inside.direct, scope, turn, upgraded);
      },
      { isLong: true },
    );
  }
}

async function begin({ database, witness, workspaces }: Settling, testimony: Testimony, anew: boolean): Promise<void> {
  const { queries, seals } = database;
  const turn = await findTurn(queries);
  const roots = new Map<string, RootMark>(anew ? testimony.lines.flatMap((line) => Object.entries(line.roots)) : []);
  for (const scope of [...workspaces, ...seals.nobodys]) {
    const root = await seals.root(queries.direct, scope);
    roots.delete(scope);
    if (root !== null) roots.set(scope, { turn: root.turn, mac: root.mac });
  }
  const heads = new Map<string, Head>();
  for (const workspace of workspaces) {
    const last = await findLastEventOf(queries, workspace);
    const events = await countEvents(queries, workspace);
    if (last !== null) heads.set(workspace, { events, ...last });
  }
  if (anew) {
    // What the record knows of workspaces that are not served now stays.
    const others = testimony.lines
      .flatMap((line) => Object.entries(line.heads))
      .filter(([name]) => !workspaces.includes(name));
    return witness.beginAnew(turn, new Map([...others, ...heads]), roots);
  }
  const isNews = [...heads].some(([name, { hash }]) => headIn(testimony, name)?.hash !== hash);
  const known = (scope: string) => testimony.lines.findLast((line) => line.roots[scope] !== undefined)?.roots[scope];
  const moved = [...roots].filter(([scope, { mac }]) => known(scope)?.mac !== mac);
  witness.begin(turn, heads, isNews, new Map(moved));
}

/** What of a configuration says where the content of workspaces is. */
interface Places {
  workspaces: readonly { name: string }[];
  recorded: readonly string[];
  /** The secret that servers share. */
  secret: string;
}

/**
 * Begins the workspaces whose content is in the history where they are new. Throws `conflict` where the history says otherwise: a folder
 * beside it would be a second truth, and a server with another secret would refuse everybody's token.
 */
export async function settleRecorded(database: Database, { workspaces, recorded, secret }: Places): Promise<void> {
  const { queries } = database;
  const mark = markOf(secret);
  for (const name of recorded) {
    const known = await findRecorded(queries, name);
    if (known === mark) continue;
    if (known === undefined) await database.transaction((inside) => putRecorded(inside, name, mark));
    else if (known === null) {
      throw new AppError("conflict", `The content of workspace ${name} is in a folder, and not in the history.`, {
        hint: `Name its folder, ${name}=/path, or take its content into the history: wardroom import ${name} FOLDER`,
      });
    } else {
      throw new AppError("conflict", `The servers of workspace ${name} have another WARDROOM_SECRET.`, {
        hint: "Give this server the same: otherwise each would refuse the tokens of the others.",
      });
    }
  }
  for (const { name } of workspaces) {
    if (typeof (await findRecorded(queries, name)) !== "string") continue;
    throw new AppError("conflict", `The content of workspace ${name} is in the history, and not in a folder.`, {
      hint: `Name it without a folder in WARDROOM_WORKSPACES, or take its content out: wardroom export ${name} FOLDER`,
    });
  }
}

/** Tells one secret from another, and says nothing of it. */
export function markOf(secret: string): string {
  return createHmac("sha256", secret).update("recorded workspace").digest("hex").slice(0, 16);
}
