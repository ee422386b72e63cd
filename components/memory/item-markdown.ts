/**
 * An item as a Markdown text of its own: its body, which is indented below its bullet in the file, moved to the margin.
 */
export function itemMarkdown(text: string, body: string): string {
  const lines = body.replace(/\s+$/, "").split(/\r\n|\r|\n/);
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const margin = indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
  const rest = lines.map((line) => line.slice(Math.min(margin, line.length - line.trimStart().length))).join("\n");
  return rest.trim() === "" ? text : `${text}\n${rest}`;
}
