import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const LOADER = pathToFileURL(resolve(import.meta.dirname, "../../scripts/run-here.mjs")).href;

test("what was compiled is kept for that very script, and not taken for another of the same length", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wardroom-compiled-"));
  try {
    const file = join(folder, "part.cjs");
    const script = (answer: string) => `exports.answer = function () { return "${answer}"; };\n`;
    const start = async () => {
      const code = `import(${JSON.stringify(LOADER)}).then(({ loadCompiled }) => console.log(loadCompiled(${JSON.stringify(file)}, () => {}).answer()))`;
      return (await promisify(execFile)(process.execPath, ["-e", code])).stdout.trim();
    };
    await writeFile(file, script("first"));
    expect([await start(), await start()]).toEqual(["first", "first"]);
    expect(await readdir(folder)).toHaveLength(2);
    await writeFile(file, script("other"));
    expect([await start(), await start()]).toEqual(["other", "other"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
