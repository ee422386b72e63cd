import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path, { resolve } from "node:path";
import { FAULTS } from "./faults.mjs";
import { root } from "./run.mjs";

/** Names the fault that a run of the tests is to have, by its place in the list, or is a generated one as JSON. */
export const FAULT = "WARDROOM_FAULT";

/**
 * Plants the fault that is named into its module as the module is loaded: no file changes.
 * @returns {import("vite").Plugin}
 */
export function plantFault() {
  const named = process.env[FAULT] ?? "-1";
  const isGenerated = named.startsWith("{");
  /** @type {{file: string, start: number, end: number, text: string, by: string} | undefined} */
  const generated = isGenerated ? JSON.parse(named) : undefined;
  const listed = FAULTS[Number(named)];
  return {
    name: "plant-fault",
    enforce: "pre",
    transform(code, id) {
      const fault = generated ?? listed;
      if (fault === undefined || id !== resolve(root, fault.file)) return undefined;
      if (generated === undefined) return { code: code.replace(fault.text, () => fault.by), map: null };
      const [before, there] = [code.slice(0, generated.start), code.slice(generated.start, generated.end)];
      if (there !== fault.text) throw new Error(`${fault.file} is not what the fault was made for: generate it again.`);
      return { code: before + fault.by + code.slice(generated.end), map: null };
    },
  };
}

/**
 * What stands in the way of planting each fault, as sentences: one that cannot be planted, or as something that is no program, would be
 * found by any test.
 * @returns {Promise<string[]>}
 */
export async function unplantable() {
  const { transform } = await import("esbuild");
  const wrong = [];
  for (const { file, text, by, tests } of FAULTS) {
    const code = await readFile(path.join(root, file), "utf8").catch(() => "");
    const times = code.split(text).length - 1;
    if (times !== 1) {
      wrong.push(`${path.join(file)} has the text ${JSON.stringify(text)} ${times} times: it has to stand there once.`);
      continue;
    }
    const planted = code.replace(text, () => by);
    await transform(planted, { loader: file.endsWith("x") ? "tsx" : "ts" }).catch(() => {
      wrong.push(`${path.join(file)} is no program any more with ${JSON.stringify(by)}.`);
    });
    for (const test of tests) {
      if (!existsSync(path.join(root, test))) wrong.push(`${path.join(test)}, which is to find a fault, is not there.`);
    }
  }
  return wrong;
}
