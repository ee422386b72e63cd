import type { Diagnostic } from "@/lib/core/diagnostics";
import { diagnoseFile } from "@/lib/core/faults/diagnose-file";
import type { FaultyFile, Fix } from "@/lib/core/faults/fix";
import { closeBlock, closeFrontmatter, joinSections, normaliseVersion } from "@/lib/core/faults/fix-markdown";
import { fixYamlLine, removeRepeatedKey } from "@/lib/core/faults/fix-yaml";

/**
 * The fix of one fault, or null where none is known. Guarantees that what is proposed was read again: there is one fault of
 * that kind less in the fixed text, and no error that was not in the one before. `tries` is shared by the faults of one file: when it
 * is used up, the others wait until what was proposed is fixed.
 */
export function proposeFix(file: FaultyFile, tries = triesOf(diagnoseFile(file.path, file.text))): Fix | null {
  const { code } = file.fault;
  const makers = MAKERS[code];
  if (makers === undefined || file.text.length > LONGEST) return null;
  for (const make of makers) {
    for (const fix of make(file)) {
      if (tries.left <= 0) return null;
      const fixed = carryOn(file, fix, tries);
      if (fixed !== null) return fixed;
    }
  }
  return null;
}

/** What one file's fixes are held against, and how much of them may still be read. */
export interface Tries {
  before: ReadonlyMap<string, number>;
  left: number;
}

/** For a file with these diagnostics. */
export function triesOf(found: readonly Diagnostic[]): Tries {
  return { before: count(found), left: READ_AGAIN };
}

type Maker = (file: FaultyFile) => Iterable<Fix>;

const YAML: readonly Maker[] = [fixYamlLine];

/** What fixes each kind of fault. */
const MAKERS: Readonly<Record<string, readonly Maker[]>> = {
  bad_yaml: YAML,
  unknown_anchor: YAML,
  bad_frontmatter: YAML,
  duplicate_key: [removeRepeatedKey],
  unclosed_frontmatter: [closeFrontmatter],
  unclosed_block: [closeBlock],
  duplicate_section: [joinSections],
  invalid_gc_version: [normaliseVersion],
  bad_version: [normaliseVersion],
};

/** Longer texts are shown, and fixed by hand: every try reads the whole again. UTF-16 units. */
const LONGEST = 400_000;

/** So much is read again for the fixes of one file, all tries together, or a list would wait for one file. UTF-16 units. */
const READ_AGAIN = 20_000;

/** A reader tells of the first fault of its YAML alone: so many of one kind, each further down, are fixed as one. */
const IN_A_ROW = 20;

/** The fix with those of the same kind that only show once it is made; null where it does not hold. */
function carryOn(file: FaultyFile, fix: Fix, tries: Tries): Fix | null {
  let current = fix;
  let { fault } = file;
  for (let done = 0; done < IN_A_ROW && tries.left > 0; done++) {
    tries.left -= current.text.length;
    const found = diagnoseFile(file.path, current.text);
    if (isBetter(tries.before, count(found), file.fault)) return current;
    const next = found.find(({ code }) => code === fault.code);
    if (next === undefined || next.range.start.line <= fault.range.start.line) return null;
    fault = next;
    const [further] = MAKERS[fault.code]?.flatMap((make) => [...make({ ...file, text: current.text, fault })]) ?? [];
    if (further === undefined) return null;
    current = { title: fix.title === further.title ? fix.title : `${fix.title}; ${further.title}`, text: further.text };
  }
  return null;
}

function count(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity } of diagnostics) {
    for (const key of severity === "error" ? [code, ANY_ERROR] : [code]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Whether there is one fault of the kind less, and no further error. What a broken head hid may be advice by now. */
function isBetter(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, { code }: Diagnostic) {
  const times = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0;
  return times(after, code) < times(before, code) && times(after, ANY_ERROR) <= times(before, ANY_ERROR);
}

/** Under this all errors are counted together; no code is spelled so. */
const ANY_ERROR = "any error";
