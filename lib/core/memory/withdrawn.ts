import { type Diagnostic, diagnosticAt } from "@/lib/core/diagnostics";
import { groupBy } from "@/lib/core/lists";
import { idsIn } from "@/lib/core/memory/progress";
import { clip } from "@/lib/core/text/clip";
import { foldWording, singleSpaces } from "@/lib/core/text/fold-name";

/** A line of a team memory that was withdrawn or replaced and has not been restored. */
export interface WithdrawnLine {
  id: string;
  role: string;
  text: string;
  /** What holds in its place, with its role; null if nothing does. */
  now: string | null;
}

/** Shorter texts are equal by chance. UTF-16 units. */
const LEAST = 16;

/** So much of a line tells which it is. UTF-16 units. */
const EXCERPT = 160;

/** What precedes the words of a line: its bullet, and the date that shared knowledge adds. */
const OPENING = /^\s*(?:[-*+]\s+)?(?:\d{4}-\d{2}-\d{2}: )?/; // "- 2026-02-09: "

/** The lines of a text that rest on a withdrawn line: they name it by its id, or repeat it word for word. */
export function diagnoseResting(text: string, withdrawn: readonly WithdrawnLine[]): Diagnostic[] {
  if (withdrawn.length === 0) return [];
  const byWording = new Map(withdrawn.map((line) => [foldWording(line.text), line]));
  const byId = groupBy(withdrawn, ({ id }) => id.slice(0, 8));
  return text.split(/\r?\n/).flatMap((said, index): Diagnostic[] => {
    const named = idsIn(said).flatMap(
      (word) => byId.get(word.slice(0, 8))?.filter(({ id }) => id.startsWith(word)) ?? [],
    );
    const words = foldWording(said.replace(OPENING, ""));
    const line = named[0] ?? (words.length < LEAST ? undefined : byWording.get(words));
    if (line === undefined) return [];
    const { role, now } = line;
    const what = now === null ? `a line that ${role} withdrew: ${line.text}` : `a line that was replaced. Now ${now}`;
    const message = `Rests on ${clip(singleSpaces(what), EXCERPT)}`;
    return [diagnosticAt("rests_on_withdrawn", "warning", message, index + 1, [1, said.length + 1])];
  });
}
