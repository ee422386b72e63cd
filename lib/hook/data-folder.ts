import { recordOf, stringOf } from "@/lib/core/text/parse-json";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ownDataFolder } from "@/lib/core/places/own-folder";
import type { Environment } from "@/lib/hook/who-is-it";

/** The server's data folder: named by the environment or by the installation beside this script, else that of the Wardroom it lies in. */
export function dataFolder(environment: Environment, scriptFolder: string): string | null {
  const named = stringOf(environment["WARDROOM_DATA"]);
  if (named !== "") return named;
  const installed = stringOf(readJson(join(scriptFolder, "local.json"))["data"]);
  if (installed !== "") return installed;
  // plugin/scripts/hook.cjs lies two folders below package.json.
  const wardroom = dirname(dirname(scriptFolder));
  return isWardroom(wardroom) ? ownDataFolder(wardroom, stringOf(environment["HOME"]) || homedir()) : null;
}

export function isWardroom(folder: string): boolean {
  return stringOf(readJson(join(folder, "package.json"))["name"]) === "wardroom";
}

/** A JSON object in a file; an empty one where there is none. */
export function readJson(path: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
