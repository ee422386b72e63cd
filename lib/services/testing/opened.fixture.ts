/** What the tests of the file that runs have opened, and is closed and swept when they are over: vitest.setup.ts sees to it. */
export const opened = new Set<{ dispose(): Promise<void> }>();
