import type { Queries } from "@/lib/db/database";

/** Whether a data folder keeps a record of where this database ends, by its name for itself. */
export async function isWitnessed(queries: Queries, keeper: string): Promise<boolean> {
  return (await queries.witness.findUnique({ where: { keeper } })) !== null;
}

/** Notes that it does from now on. Safe to repeat. */
export async function insertWitness(queries: Queries, keeper: string, since: Date): Promise<void> {
  await queries.witness.upsert({ where: { keeper }, create: { keeper, since }, update: {} });
}

/** The number of the last transaction; 0 before the first. */
export async function findTurn(queries: Queries): Promise<number> {
  return (await queries.lock.findUnique({ where: { id: 1 } }))?.turn ?? 0;
}

/** Has transactions counted on from a number, unless they are beyond it. */
export async function raiseTurn(queries: Queries, turn: number): Promise<void> {
  await queries.lock.updateMany({ where: { id: 1, turn: { lt: turn } }, data: { turn } });
}
