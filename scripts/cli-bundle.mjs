import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Wardroom's own folder, also where the command is a link to it. */
export const home = path.dirname(path.dirname(realpathSync(fileURLToPath(import.meta.url))));

/**
 * Whether this is an installed package, which npm put into a `node_modules` (lib/core/places/own-folder.ts): it comes built, with
 * what it needs beside it, and holds no sources to build from.
 */
export const isInstalled = home.split(path.sep).includes("node_modules");

/** Where the built command lies; tests build one of their own. */
export const cliFolder = process.env["WARDROOM_CLI"] ?? path.join(home, "dist/cli");

/** What every use needs, and what does the work where no server does. */
export const PARTS = ["cli", "cli-here"];

/**
 * Whether a part of the bundle is there and every file that it was made of is as it was then: a few milliseconds.
 * @param {string} part
 */
export function isCliCurrent(part) {
  try {
    /** @type {Record<string, [string, number, number][]>} Path, size and time of each. */
    const inputs = JSON.parse(readFileSync(path.join(cliFolder, "inputs.json"), "utf8"));
    const files = inputs[part];
    return (
      files?.every(([file, size, time]) => {
        const found = statSync(path.join(home, file), { throwIfNoEntry: false });
        return found?.size === size && found.mtimeMs === time;
      }) === true
    );
  } catch {
    return false;
  }
}
