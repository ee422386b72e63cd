/** The ways to ignore the folder that a file may already use. Example: `/.kaizen/`, `**\/.kaizen`. */
const IGNORED = /^(\*\*\/|\/)?\.kaizen(\/(\*\*?)?)?\s*$/;

/** A .gitignore in which `.kaizen/` is ignored; one that says so already, or takes it back on purpose, is returned unchanged. */
export function putIgnoreLine(text: string): string {
  const lines = text.split(/\r?\n/);
  if (lines.some((line) => IGNORED.test(line) || line.startsWith("!.kaizen") || line.startsWith("!/.kaizen")))
    return text;
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const before = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${before}.kaizen/${newline}`;
}
