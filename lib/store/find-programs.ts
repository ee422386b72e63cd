import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Ends of the names of programs, on Windows too. */
const ENDS = ["", ".exe", ".cmd"];

/** Whether one of these programs may be run from a folder of the PATH. Nothing is started. */
export async function isOnPath(programs: readonly string[], path: string): Promise<boolean> {
  const places = path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) =>
      programs.flatMap((name) => ENDS.map((end) => join(/* turbopackIgnore: true */ folder, name + end))),
    );
  const found = await Promise.allSettled(places.map((place) => access(place, constants.X_OK)));
  return found.some(({ status }) => status === "fulfilled");
}
