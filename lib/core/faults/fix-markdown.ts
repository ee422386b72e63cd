import type { FaultyFile, Fix } from "@/lib/core/faults/fix";
import { lineAt, replaceLine } from "@/lib/core/faults/text-line";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { lineEndAt } from "@/lib/core/text/lines";
import { readFrontMatterYaml } from "@/lib/core/yaml/front-matter-yaml";

/** Ends a fence or a comment before the next section, or where the file ends. */
export function* closeBlock({ text, fault }: FaultyFile): Iterable<Fix> {
  const first = fault.range.start.line;
  const opening = lineAt(text, first)?.words.trimStart() ?? "";
  const fence = /^(?:`{3,}|~{3,})/.exec(opening)?.[0];
  const closing = fence ?? (opening.startsWith("<!--") ? "-->" : null);
  if (closing === null) return;
  const title = fence === undefined ? "Close the comment" : "Close the code block";
  const eol = lineEndAt(text, 0);
  for (let at = first + 1; ; at++) {
    const line = lineAt(text, at);
    if (line === null) break;
    if (!/^## ?\S/.test(line.words)) continue; // matches "## implementer-1"
    const before = text.slice(0, line.start).trimEnd();
    const rest = text.slice(before.length, line.start);
    yield { title, text: `${before}${eol}${closing}${rest}${text.slice(line.start)}` };
    return;
  }
  const before = text.trimEnd();
  yield { title, text: `${before}${eol}${closing}${text.slice(before.length) || eol}` };
}

/** Ends frontmatter below the last of its keys: one line more, and every reader takes what stands above it for valid YAML. */
export function* closeFrontmatter({ text }: FaultyFile): Iterable<Fix> {
  const eol = lineEndAt(text, 0);
  let last = 1;
  for (let line = lineAt(text, 2); line !== null && /^(?:[\w-]+:(?:\s|$)|[ \t]+\S|- )/.test(line.words); last++) {
    line = lineAt(text, last + 2); // matches "version: GC-v3"
  }
  const line = lineAt(text, last);
  if (line === null || last === 1) return;
  const fixed = `${text.slice(0, line.end)}${eol}---${eol}${text.slice(line.next)}`;
  const { frontMatter } = readFrontMatterYaml(fixed);
  if (frontMatter !== null && frontMatter.values !== null) yield { title: "Close the frontmatter", text: fixed };
}

/**
 * Moves what stands in a second section of a role to the end of its first one. A heading that says more than the first one
 * stays, below it, so that no word is lost. Sections in different states are left to people.
 */
export function* joinSections({ text, fault }: FaultyFile): Iterable<Fix> {
  const { sections } = parseMemory(text);
  const second = sections.find(({ line }) => line === fault.range.start.line);
  const first = sections.find(({ role }) => role === second?.role);
  if (second === undefined || first === undefined || first === second || first.state !== second.state) return;
  const eol = lineEndAt(text, 0);
  const body = text.slice(second.start + second.bodyStart, second.end).trim();
  const heading = second.heading === first.heading || body === "" ? "" : `### ${second.heading}${eol}${eol}`;
  const start = first.start;
  const own = text.slice(start, first.end).trimEnd();
  const joint = body === "" ? "" : `${heading === "" && isList(own, body) ? eol : eol + eol}${heading}${body}`;
  const between = text.slice(first.end, second.start);
  const rest = text.slice(second.end);
  const gap = between === "" && rest === "" ? eol : eol + eol;
  yield {
    title: `Join the two sections of ${second.role}`,
    text:
      text.slice(0, start) +
      own +
      joint +
      gap +
      (rest === "" ? between.trimEnd() + (between === "" ? "" : eol) : between + rest),
  };
}

/** Whether one list ends where the other begins. */
function isList(above: string, below: string): boolean {
  return /(?:^|[\r\n])[-*] [^\r\n]*$/.test(above) && /^[-*] /.test(below); // matches "- [Finding] a" and "- b"
}

/** `GC Version: v3` as `GC Version: GC-v3`. */
export function* normaliseVersion({ text, fault }: FaultyFile): Iterable<Fix> {
  for (let at = fault.range.start.line; at < fault.range.start.line + META_LINES; at++) {
    const line = lineAt(text, at);
    if (line === null) return;
    const [, head, value] = VERSION.exec(line.words) ?? [];
    const number = /\d+/.exec(value ?? "")?.[0]; // matches "3" in "v3"
    if (head === undefined || value === undefined || number === undefined) continue;
    const written = `GC-v${Number(number)}`;
    yield { title: `Write ${written}`, text: replaceLine(text, line, head + written) };
    return;
  }
}

/** A version stands in the first lines of its section. */
const META_LINES = 12;

/** Example: `- GC Version: v3`, `version: "3"`. */
const VERSION = /^(\s*(?:[-*] )?\**(?:gc[ _-]?)?version\**:\**\s*)(\S.*)$/i;
