/** How often a test has each fault happen, where somebody wants more of them than the suite's. */
export const FAULT_ROUNDS = process.env["WARDROOM_FAULT_ROUNDS"];

/** How long something took, in milliseconds; printed where the run is a long one. */
export async function timed(what: string, act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  const ms = performance.now() - began;
  if (FAULT_ROUNDS !== undefined) process.stderr.write(`${what}: ${Math.round(ms)} ms\n`);
  return ms;
}
