/**
 * At most `most` of these, evenly spread, in their order. The first and the last are always there; `most` is at least 2. When one
 * more is added at the end, no other than that one is chosen anew: what is known of the chosen ones stays of use.
 * `keep` names one more that must not be lost, such as the highest.
 */
export function thin<One>(all: readonly One[], most: number, keep?: One): One[] {
  const last = all.length - 1;
  let step = 1;
  while (Math.ceil(last / step) + 1 > most) step *= 2;
  return all.filter((one, index) => index % step === 0 || index === last || one === keep);
}
