import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder in the project for what tests build and run: there it finds its packages. */
    bundles: string;
  }
}

/** Makes a folder of the run's own, gone afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dist = resolve(import.meta.dirname, "../../../dist");
  await mkdir(dist, { recursive: true });
  const folder = await mkdtemp(join(dist, "test-"));
  // Other users run it too.
  await chmod(folder, 0o755);
  project.provide("bundles", folder);
  return () => rm(folder, { recursive: true, force: true });
}
