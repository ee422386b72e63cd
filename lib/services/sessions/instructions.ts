import { chooseFile, putLearnt } from "@/lib/core/protocol/plan-init";
import { AppError } from "@/lib/core/errors";
import { entriesOfBullets } from "@/lib/core/search/entries-of";
import { nearest, subjectOf, wantedTerms } from "@/lib/core/search/related";
import { blankFrontMatter } from "@/lib/core/markdown/front-matter";
import { singleSpaces } from "@/lib/core/text/fold-name";
import { diffPatch } from "@/lib/core/history/patch";
import { editProject, readProjectFile } from "@/lib/store/project-files";
import { readStored } from "@/lib/store/read-file";

/** The files that agents' clients read by themselves. */
const FILES = ["AGENTS.md", "CLAUDE.md"];

/** What an act inserted into the instructions, which is how it is taken back. */
export interface Insertion {
  path: string;
  start: number;
  text: string;
  /** Whether there was no such file before. */
  isNew: boolean;
}

/** The instructions of a project as they are: where new lines go, and what finds the lines that stand there. */
export async function readInstructions(folder: string) {
  const texts = new Map<string, string>();
  for (const path of FILES) {
    const file = await readProjectFile(folder, path);
    const text = file?.text ?? null;
    if (text !== null) texts.set(path, text);
  }
  const entries = [...texts].flatMap(([path, text]) => {
    const facts = { path, kind: "knowledge", name: path, place: "" } as const;
    return entriesOfBullets(blankFrontMatter(text), facts).filter((entry) => entry.text.trim() !== "");
  });
  const lines = entries.map((entry) => {
    const { path, line } = entry;
    return { id: `${path}:${line}`, text: singleSpaces(entry.text).trim(), terms: subjectOf(entry.text) };
  });
  const countOf = (term: string) => lines.filter(({ terms }) => terms.has(term)).length;
  return {
    lines,
    path: chooseFile({ read: (path) => texts.get(path) ?? null }),
    /** The lines that are about what a text says, the nearest first. */
    near: (text: string) => {
      const wanted = wantedTerms(subjectOf(text), countOf, lines.length);
      const candidates = lines.map((line) => {
        const shared = wanted.filter(({ term }) => line.terms.has(term));
        const gained = shared.reduce((sum, { gain }) => sum + gain, 0);
        return { ...line, gained, shared: shared.length, size: line.terms.size };
      });
      return nearest(candidates, lines.length);
    },
  };
}

/** Adds lines to the instructions in a project's folder, and answers what that inserted. */
export async function addToInstructions(folder: string, path: string, lines: readonly string[]): Promise<Insertion> {
  const before = await open(folder, path);
  const after = putLearnt(before ?? "", lines, path);
  const [[start, , text] = [0, 0, ""]] = diffPatch(before ?? "", after);
  await editProject.writeFile(folder, path, after);
  return { path, start, text, isNew: before === null };
}

/**
 * Takes out of the instructions what an act inserted there, and answers where it stood; `conflict` where that does not stand there once, as
 * it was written.
 */
export async function takeOutOfInstructions(folder: string, { path, start, text, isNew }: Insertion): Promise<number> {
  const now = (await open(folder, path)) ?? "";
  const at = now.startsWith(text, start) ? start : now.indexOf(text);
  if (at === -1 || (at !== start && now.includes(text, at + 1))) throw changedSince(path);
  const left = now.slice(0, at) + now.slice(at + text.length);
  if (left === "" && isNew) await editProject.removeFile(folder, path);
  else await editProject.writeFile(folder, path, left);
  return at;
}

/** Inserts again what was taken out a moment ago. */
export async function putBack(folder: string, { path, start, text }: Insertion): Promise<void> {
  const now = (await open(folder, path)) ?? "";
  await editProject.writeFile(folder, path, now.slice(0, start) + text + now.slice(start));
}

/** The text of a file; null where there is none. Throws `unparseable` where it is none of text, or may not be read. */
async function open(folder: string, path: string): Promise<string | null> {
  const file = await readStored(await editProject.locateFile(folder, path), path);
  if (file?.text !== null) return file?.text ?? null;
  throw new AppError("unparseable", `${path} is not valid UTF-8.`, { hint: "Convert it; nothing was changed." });
}

function changedSince(path: string): AppError {
  return new AppError("conflict", `${path} has changed since.`, {
    hint: "Bring that file back to what it was, or change it by hand; nothing was taken back.",
    current: { path },
  });
}
