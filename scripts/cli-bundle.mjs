import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Wardroom's own folder, also where the command is a link to it. */
export const home = path.dirname(path.dirname(realpathSync(fileURLToPath(import.meta.url))));

/** Where the built command lies; tests build one of their own. */
export const cliFolder = process.env["WARDROOM_CLI"] ?? path.join(home, "dist/cli");

/** Whether the bundle is there and every file that it was made of is as it was then: a few milliseconds. */
export function isCliCurrent() {
  try {
    /** @type {[string, number, number][]} Path, size and time of each. */
    const inputs = JSON.parse(readFileSync(path.join(cliFolder, "inputs.json"), "utf8"));
    return inputs.every(([file, size, time]) => {
      const found = statSync(path.join(home, file));
      return found.size === size && found.mtimeMs === time;
    });
  } catch {
    return false;
  }
}
