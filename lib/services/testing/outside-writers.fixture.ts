import { open, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** How a program that knows nothing of Wardroom saves a file. Each adds `line` to what it read, and answers when it is done. */
export type OutsideWriter = (path: string, line: string) => Promise<void>;

/** Milliseconds that a writer pauses where programs do: between two of its steps. */
const pause = (from: number, to: number) => wait(from + Math.random() * (to - from));

/** Adds a line to a role's section, as a person does; at the end where there is no such section. */
export function addLine(text: string, line: string, heading = "## editor"): string {
  const at = text.indexOf(`${heading}\n`);
  if (at === -1) return `${text}${text.endsWith("\n") ? "" : "\n"}${line}\n`;
  const end = at + heading.length + 1;
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`;
}

/** Writes another file and renames it over the first, as most editors do. */
export const renameOver: OutsideWriter = async (path, line) => {
  await pause(40, 120);
  const text = await readFile(path, "utf8");
  await pause(0, 20);
  await writeFile(`${path}~`, addLine(text, line));
  await rename(`${path}~`, path);
};

/** Empties the file, and fills it a little later, as simple scripts do. */
export const truncateAndWrite: OutsideWriter = async (path, line) => {
  await pause(40, 120);
  const text = await readFile(path, "utf8");
  const handle = await open(path, "r+");
  try {
    await handle.truncate(0);
    await pause(0, 20);
    await handle.write(addLine(text, line), 0);
  } finally {
    await handle.close();
  }
};

/** Opens the file for appending and writes 30 to 70 ms later, as a process does whose output was redirected. */
export const appendLate: OutsideWriter = async (path, line) => {
  const handle = await open(path, "a");
  try {
    await pause(30, 70);
    await handle.writeFile(`${line}\n`);
  } finally {
    await handle.close();
  }
};

/** Reads the file, thinks for a while, and saves what it had read with its own line, whatever happened meanwhile. */
export const slowEditor: OutsideWriter = async (path, line) => {
  const text = await readFile(path, "utf8");
  await pause(150, 300);
  await truncate(path, 0);
  await writeFile(path, addLine(text, line));
};

/** The writers by what they do. */
export const OUTSIDE_WRITERS: Record<string, OutsideWriter> = {
  "renames over": renameOver,
  "truncates and writes": truncateAndWrite,
  "appends to an open handle": appendLate,
  "saves an old copy": slowEditor,
};
