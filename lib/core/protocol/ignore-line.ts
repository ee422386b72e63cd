/** The folders that no repository should hold, see `VERSION_CONTROL`. */
const FOLDERS = [".kaizen", ".wardroom"];

/** What git leaves alone of sessions: all but the records of gates, which are committed. */
const SESSIONS = [".agent/teams/*/*", "!.agent/teams/*/phase-*/"];

/**
 * A .gitignore in which `.kaizen/`, `.wardroom/` and the sessions' files are ignored; a folder that it ignores already, or takes back on purpose, gets
 * no second line.
 */
export function putIgnoreLines(text: string): string {
  const lines = FOLDERS.reduce(putIgnoreLine, text);
  return lines.includes(".agent/") ? lines : SESSIONS.reduce(addLine, lines);
}

function putIgnoreLine(text: string, folder: string): string {
  const lines = text.split(/\r?\n/);
  if (lines.some((line) => isAbout(line, folder))) return text;
  return addLine(text, `${folder}/`);
}

function addLine(text: string, line: string): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const before = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${before}${line}${newline}`;
}

/** Example: `/.kaizen/`, `**\/.kaizen`, `.kaizen/**`, `!.kaizen`. */
function isAbout(line: string, folder: string): boolean {
  if (line.startsWith(`!${folder}`) || line.startsWith(`!/${folder}`)) return true;
  const ignored = line.trimEnd().replace(/^(\*\*\/|\/)/, ""); // **/
  return ["", "/", "/*", "/**"].some((end) => ignored === folder + end);
}
