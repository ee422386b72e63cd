/** The folders that no repository should hold, see `VERSION_CONTROL`. */
const FOLDERS = [".kaizen", ".wardroom"];

/**
 * A .gitignore in which `.kaizen/` and `.wardroom/` are ignored; a folder that it ignores already, or takes back on purpose, gets
 * no second line.
 */
export function putIgnoreLines(text: string): string {
  return FOLDERS.reduce(putIgnoreLine, text);
}

function putIgnoreLine(text: string, folder: string): string {
  const lines = text.split(/\r?\n/);
  if (lines.some((line) => isAbout(line, folder))) return text;
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const before = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${before}${folder}/${newline}`;
}

/** Example: `/.kaizen/`, `**\/.kaizen`, `.kaizen/**`, `!.kaizen`. */
function isAbout(line: string, folder: string): boolean {
  if (line.startsWith(`!${folder}`) || line.startsWith(`!/${folder}`)) return true;
  const ignored = line.trimEnd().replace(/^(\*\*\/|\/)/, ""); // **/
  return ["", "/", "/*", "/**"].some((end) => ignored === folder + end);
}
