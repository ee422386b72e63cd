// Puts links in the place of folders and files of a workspace and takes them away again, as fast as it can:
// `node swapper.mjs '{"count": 1000, "pairs": [["/workspace/a", "/elsewhere"]]}'`.
import { lstatSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";

/** @type {{count: number, pairs: [string, string][], pauseMicros: number}} */
const { count, pairs, pauseMicros } = JSON.parse(process.argv[2] ?? "{}");
const ASIDE = ".swapped-aside";

let done = 0;
while (done < count) {
  const [place, elsewhere] = pairs[done % pairs.length] ?? ["", ""];
  const aside = `${place}${ASIDE}`;
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) {
    done++;
    pause(pauseMicros);
    continue;
  }
  renameSync(place, aside);
  try {
    symlinkSync(elsewhere, place);
    done++;
  } catch {
    // Somebody was faster, and made a folder or a file there.
  }
  pause(pauseMicros);
  bringBack(place, aside);
  // Now and then somebody must get through.
  if (done % 50 === 0) pause(20_000);
  else pause(1_000);
}

/** @param {string} place @param {string} aside */
function bringBack(place, aside) {
  for (;;) {
    try {
      const found = lstatSync(place, { throwIfNoEntry: false });
      if (found?.isSymbolicLink() === true) unlinkSync(place);
      else if (found !== undefined) rmSync(place, { recursive: true });
      renameSync(aside, place);
      return;
    } catch {
      // It came back in between: once more.
    }
  }
}

/** @param {number} micros Waits without leaving the processor to anybody for less than a millisecond. */
function pause(micros) {
  if (micros >= 1_000) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, micros / 1_000);
  else for (const until = performance.now() + micros / 1_000; performance.now() < until;);
}
