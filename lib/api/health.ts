import packageJson from "@/package.json";
import type { Health } from "@/lib/contracts/server";
import type { Runtime } from "@/lib/runtime";

/** That the server is ready: recovery is done, or there would be no runtime to ask. */
export function health(runtime: Runtime): Promise<Health> {
  return Promise.resolve({
    status: "ok",
    version: packageJson.version,
    database: "sqlite",
    workspaces: runtime.workspaces.length,
  });
}
