import { join, resolve } from "node:path";

/** The folder of package.json. */
export const PROJECT = resolve(import.meta.dirname, "../..");

export const OWNER_TOKEN = "owner-token-of-the-soak-which-is-long-enough";

export const SESSIONS = ["one", "two"];

/** A Wardroom's folders below one, and how a process is told to open them. */
export function placesIn(folder: string) {
  const files = join(folder, "files");
  const data = join(folder, "data");
  const environment = { WARDROOM_DATA: data, WARDROOM_WORKSPACES: `demo=${files}`, WARDROOM_TOKEN: OWNER_TOKEN };
  return { files, data, environment };
}
