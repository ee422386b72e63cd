/**
 * At most `most` of these, evenly spread, in their order. The first and the last are always there; `most` is at least 2.
 * `keep` names one more that must not be lost, such as the highest.
 */
export function thin<One>(all: readonly One[], most: number, keep?: One): One[] {
  if (all.length <= most) return [...all];
  const step = (all.length - 1) / (most - 1);
  const chosen = new Set(Array.from({ length: most }, (_, index) => Math.round(index * step)));
  return all.filter((one, index) => chosen.has(index) || one === keep);
}
