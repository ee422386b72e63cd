/**
 * How many of an update's items were applied by who names what is unclear and gives no count: all the others. Null where nothing
 * is named: what was understood is never assumed.
 */
export function appliedBesides(unclear: readonly string[] | undefined, total: number): number | null {
  return unclear === undefined || unclear.length === 0 ? null : Math.max(total - new Set(unclear).size, 0);
}
