import { expect } from "vitest";

/** How often a test has each fault happen, where somebody wants more of them than the suite's. */
export const FAULT_ROUNDS = process.env["WARDROOM_FAULT_ROUNDS"];

/**
 * Expects that something takes at most `most` milliseconds on top of ten times `usual`, what it takes without a fault: that shows
 * how busy the machine is. How long it took is printed where the run is a long one.
 */
export async function expectWithin(
  most: number,
  usual: number,
  what: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const ms = await timed(act);
  if (FAULT_ROUNDS !== undefined) process.stderr.write(`${what}: ${Math.round(ms)} ms, usually ${Math.round(usual)}\n`);
  expect(ms, what).toBeLessThan(most + 10 * usual);
}

/** How long something takes, in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** How much of the processors' time this process took for something, in milliseconds: more on a slow machine, not on a busy one. */
export async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
