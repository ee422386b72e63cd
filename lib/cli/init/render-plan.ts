import type { PlannedFile } from "@/lib/core/protocol/plan-init";
import type { Paint } from "@/lib/operations/terminal";
import { plainText } from "@/lib/cli/plain-text";

/** Lines shown around what changes. */
const AROUND = 2;

/** What would be written: each file with the lines that come and go, those that stay by their name. */
export function renderPlan(plan: readonly PlannedFile[], paint: Paint): string {
  return plan.map((file) => `${renderFile(file, paint)}\n`).join("");
}

function renderFile({ path, before, after }: PlannedFile, paint: Paint): string {
  if (before === after) return `${paint.faint("unchanged")}  ${path}`;
  const wanted = linesOf(after);
  if (before === null) {
    return [`${paint.good("new")}        ${path}`, ...wanted.map((line) => paint.good(`  + ${line}`))].join("\n");
  }
  const had = linesOf(before);
  const head = shared(had, wanted);
  const tail = shared(had.slice(head).reverse(), wanted.slice(head).reverse());
  const lines = [
    ...had.slice(Math.max(0, head - AROUND), head).map((line) => paint.faint(`    ${line}`)),
    ...had.slice(head, had.length - tail).map((line) => paint.bad(`  - ${line}`)),
    ...wanted.slice(head, wanted.length - tail).map((line) => paint.good(`  + ${line}`)),
    ...had.slice(had.length - tail, had.length - tail + AROUND).map((line) => paint.faint(`    ${line}`)),
  ];
  return [`${paint.warn("changed")}    ${path}`, ...lines].join("\n");
}

function linesOf(text: string): string[] {
  return plainText(text).replace(/\n$/, "").split("\n");
}

/** How many lines two texts have in common from the beginning. */
function shared(a: string[], b: string[]): number {
  const different = a.findIndex((line, index) => line !== b[index]);
  return different < 0 ? Math.min(a.length, b.length) : different;
}
