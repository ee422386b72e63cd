import { readdir } from "node:fs/promises";
import { blankProtocol } from "@/lib/core/protocol/plan-init";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import { entriesOfBullets } from "@/lib/core/search/entries-of";
import { HeldLines } from "@/lib/core/search/related";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { pauses } from "@/lib/services/workspace/in-slices";
import { keptFor } from "@/lib/services/workspace/kept-for";
import { editProject, readProjectFile } from "@/lib/store/project-files";

/** The files that agents' clients read by themselves. */
const INSTRUCTIONS = ["AGENTS.md", "CLAUDE.md"];

/** A folder in which agents of some clients keep what they know of a project. */
const MEMORY_BANK = "memory-bank";

/** Nobody waits for more than so many files, and lines of so many characters; once so many were read, no other file is. */
const MOST_FILES = 40;
const LONGEST = 200_000;
const MOST_READ = 2_000_000;

/** A line that a project has of its own: `AGENTS.md:12`, on one line. */
interface ProjectLine {
  id: string;
  text: string;
}

export interface ProjectLines {
  held: HeldLines<ProjectLine>;
  /** The files that are there. */
  paths: string[];
  /** The texts of its instructions. */
  texts: ReadonlyMap<string, string>;
}

/** What stands in a project's instructions and its memory bank, but what Wardroom tells there. What cannot be read has no lines. */
export async function readProjectLines(folder: string): Promise<ProjectLines> {
  const texts = new Map<string, string>();
  const held = new HeldLines<ProjectLine>();
  const pause = pauses();
  const paths: string[] = [];
  let [room, read] = [LONGEST, 0];
  for (const path of [...INSTRUCTIONS, ...(await listBank(folder))]) {
    const file = read > MOST_READ ? null : await readProjectFile(folder, path).catch(() => null);
    const text = file?.text ?? null;
    if (text === null) continue;
    paths.push(path);
    read += text.length;
    if (INSTRUCTIONS.includes(path)) texts.set(path, text);
    if (text.length > room) continue;
    room -= text.length;
    const facts = { path, kind: "knowledge", name: path, place: "" } as const;
    for (const entry of entriesOfBullets(blankProtocol(blankFrontMatter(text)), facts)) {
      const said = singleSpaces(entry.text).trim();
      if (said !== "") held.add({ id: `${path}:${entry.line}`, text: said });
      if (pause.isDue()) await pause.take();
    }
  }
  return { held, paths, texts };
}

async function listBank(folder: string): Promise<string[]> {
  try {
    const names = await readdir(await editProject.locateFile(folder, MEMORY_BANK));
    const files = names.filter((name) => name.endsWith(".md")).sort();
    return files.slice(0, MOST_FILES).map((name) => `${MEMORY_BANK}/${name}`);
  } catch {
    return []; // Most projects have none; of one that may not be entered nothing is known.
  }
}

/** The same, as it was at most half a minute ago: whoever writes waits for no file. */
export const recentProjectLines = keptFor(30_000, readProjectLines);
