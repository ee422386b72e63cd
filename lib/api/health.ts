import packageJson from "@/package.json";
import type { Health } from "@/lib/contracts/server";
import type { Runtime } from "@/lib/runtime";

/** That the server is ready: recovery is done, or there would be no runtime to ask. Says so where its database is gone. */
export async function health(runtime: Runtime): Promise<Health> {
  const problem = await runtime.fault();
  return {
    status: problem === null ? "ok" : "failing",
    version: packageJson.version,
    database: "sqlite",
    workspaces: runtime.workspaces.length,
    // What cannot be read now is told by `problem`.
    closed: problem === null ? (await runtime.services.workspaces.listClosed()).length : 0,
    unfinished: problem === null ? await runtime.services.unfinished.count() : 0,
    problem,
  };
}
