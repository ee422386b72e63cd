import { readFileSync } from "node:fs";
import { Tokenizer } from "ai-tokenizer";
import * as encoding from "ai-tokenizer/encoding/claude";
import { computeDelta } from "@/lib/core/context/compute-delta";
import { renderUpdateMessage } from "@/lib/core/context/update-message";
import { setVersion } from "@/lib/core/context/version";
import { SCENARIOS, type Edit } from "./scenarios";

const tokenizer = new Tokenizer(encoding);
const count = (text: string): number => tokenizer.count(text);
const show = process.argv.includes("--show");

for (const file of Object.keys(SCENARIOS[0]?.edits ?? {})) {
  const before = readFileSync(new URL(`fixtures/${file}`, import.meta.url), "utf8");
  for (const { name, edits } of SCENARIOS) {
    let after = before;
    for (const [found, becomes] of edits[file] as Edit) {
      if (after.split(found).length !== 2) throw new Error(found);
      after = after.replace(found, () => becomes);
    }
    after = setVersion(after, "GC-v4");
    const delta = computeDelta(before, after, count);
    const message = renderUpdateMessage({
      delta,
      affected: ["implementer-1", "implementer-2"],
      requiredActions: "NONE",
    });
    console.log(
      file,
      name,
      delta.fullTokens,
      delta.tokens,
      count(message),
      (100 * (1 - count(message) / delta.fullTokens)).toFixed(1),
      delta.operations.length,
    );
    if (show) console.log(message);
  }
}
