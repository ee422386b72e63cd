import type { SetupFile } from "@/lib/core/plugin-setup/plan-client";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine, plainText } from "@/lib/cli/terminal-text";
import { greatest } from "@/lib/core/lists";
import { sayCount } from "@/lib/core/text/say-count";

/** Lines shown around what changes. */
const AROUND = 2;

/** What would be written: each file with the lines that come and go. */
export function renderPlan(plan: readonly SetupFile[], paint: Paint): string {
  return plan.map((file) => `${renderFile(file, paint)}\n`).join("");
}

function renderFile({ path, before, after }: SetupFile, paint: Paint): string {
  if (after === null) return `${paint.bad("removed")}    ${path}`;
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

export interface Row {
  mark: "+" | "~" | "-";
  what: string;
  how: string;
}

/** What a plan does in as few lines as say it: files that are there one by one, those that come or go by folder. */
export function rowsOf(files: readonly SetupFile[]): Row[] {
  const rows: Row[] = [];
  const folders = new Map<string, SetupFile[]>();
  for (const file of files) {
    const isWhole = file.before === null || file.after === null;
    const folder = isWhole ? `${file.path.split("/").slice(0, 2).join("/")}/` : "";
    if (isWhole && file.path.split("/").length > 2) folders.set(folder, [...(folders.get(folder) ?? []), file]);
    else rows.push({ mark: markOf(file), what: file.path, how: countLines(file) });
  }
  for (const [folder, within] of folders) {
    const [first] = within;
    if (first === undefined) continue;
    rows.push({ mark: markOf(first), what: folder, how: sayCount(within.length, "file") });
  }
  return rows;
}

const markOf = ({ before, after }: SetupFile) => (before === null ? "+" : after === null ? "-" : "~");

function countLines({ before, after }: SetupFile): string {
  const count = (text: string | null) => text?.split("\n").length ?? 0;
  const change = count(after) - count(before);
  return before === null || after === null
    ? sayCount(Math.abs(change) - 1, "line")
    : `${change < 0 ? "" : "+"}${change} lines`;
}

export function renderRows(rows: readonly Row[], paint: Paint): string {
  const width = greatest(rows.map(({ what }) => what.length));
  const colour = { "+": paint.good, "~": paint.warn, "-": paint.bad };
  return rows
    .map(({ mark, what, how }) => `  ${colour[mark](mark)} ${plainLine(what).padEnd(width)}  ${paint.faint(how)}\n`)
    .join("");
}
