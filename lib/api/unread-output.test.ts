import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const MODULE = pathToFileURL(resolve(import.meta.dirname, "../../scripts/unread-output.mjs")).href;

it("a server whose output nobody reads any more goes on after it printed", async () => {
  const script = `
    import { outliveReaders } from ${JSON.stringify(MODULE)};
    outliveReaders();
    process.stdin.once("data", () => {
      process.stdout.write("said to nobody");
      process.stderr.write("said to nobody");
      setImmediate(() => setImmediate(() => process.exit(7)));
    });
    console.log("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "pipe" });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.write("go");
  expect(await ended).toEqual([7, null]);
});
