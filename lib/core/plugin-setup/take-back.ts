import type { SetupFile, SetupPlan, SetupProject } from "@/lib/core/plugin-setup/plan-client";
import { BEGIN_MARK } from "@/lib/core/protocol/plan-init";

/** What one act put into a project: its files before and after, and the folders that it made, the innermost first. */
export interface SetupAct {
  at: string;
  files: SetupFile[];
  folders: string[];
  /** The session that was created with it. */
  session?: string;
}

/**
 * What takes these acts out of a project. A file that nobody changed since is as it was before the first of them. From any other goes
 * what stands in it of them: `uninstalls` say so of JSON, and of text it is the part that was put in, where that is as it was. What no act
 * knows of, and `uninstalls` do, goes as they say. `notes` name each file in which something was left. Acts that were cut off are taken back as well, and so are plans carried out in part.
 */
export function planTakeBack(
  acts: readonly SetupAct[],
  project: Pick<SetupProject, "read">,
  uninstalls: readonly SetupPlan[],
): SetupPlan {
  const wanted = new Map<string, string | null>();
  const broken = new Set<string>();
  for (const { path, before, after } of acts.toReversed().flatMap(({ files }) => files)) {
    if (broken.has(path)) continue;
    const found = wanted.has(path) ? (wanted.get(path) ?? null) : project.read(path);
    if (found === after) wanted.set(path, before);
    else if (found !== before) broken.add(path);
  }
  const notes: string[] = [];
  const removed = new Map(uninstalls.flatMap(({ files }) => files).map(({ path, after }) => [path, after]));
  for (const path of broken) {
    const found = project.read(path);
    const left = found === null || removed.has(path) ? removed.get(path) : takeOut(found, path, acts);
    if (left === undefined) wanted.delete(path);
    else wanted.set(path, left);
    if (left === undefined && found !== null) notes.push(`${path} was changed since and stays.`);
    else if (left !== null && found !== null) notes.push(`${path} was changed since: only ours is gone from it.`);
  }
  for (const [path, after] of removed) if (!wanted.has(path) && !broken.has(path)) wanted.set(path, after);
  const isOfAct = (note: string) => acts.some(({ files }) => files.some(({ path }) => note.startsWith(`${path} `)));
  const others = uninstalls.flatMap((each) => each.notes).filter((note) => !isOfAct(note));
  const folders = [...new Set([...acts, ...uninstalls].flatMap((each) => each.folders))];
  return {
    files: [...wanted].map(([path, after]) => ({ path, before: project.read(path), after })),
    folders: folders.sort((a, b) => b.length - a.length),
    notes: [...notes, ...others],
  };
}

/** A text without what the acts have put into it; undefined where that is no longer found in it, or the file as a whole is ours. */
function takeOut(found: string, path: string, acts: readonly SetupAct[]): string | undefined {
  const changes = acts.flatMap(({ files }) => files.filter((file) => file.path === path));
  const [first, ...later] = changes.map(({ before, after }) => ({ before: before ?? "", after: after ?? "" }));
  if (first === undefined || (changes[0]?.before === null && !found.includes(BEGIN_MARK))) return undefined;
  const whole = { ...first };
  for (const next of later) if (next.before === whole.after) whole.after = next.after;
  const { before, after } = whole;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const ours = after.slice(start, after.length - end);
  const at = ours === "" || start + end < before.length ? -1 : found.lastIndexOf(ours);
  if (at < 0) return undefined;
  const rest = found.slice(at + ours.length);
  // The line before it had no end of its own: what came after ours would go on in it.
  const isOpen = at > 0 && found[at - 1] !== "\n" && !/^(\r?\n|$)/.test(rest);
  return found.slice(0, at) + (isOpen ? (/^\r?\n/.exec(ours)?.[0] ?? "") : "") + rest;
}
