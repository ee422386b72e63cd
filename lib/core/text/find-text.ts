/** A place in a text: UTF-16 units `start` (included) to `end` (excluded). */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Every place where `wanted` stands in the text, overlapping ones included; an LF in it that follows no CR matches LF
 * and CRLF alike. At most `limit` places are given, first ones first; an empty `wanted` stands nowhere.
 */
export function findText(text: string, wanted: string, limit = 100): TextRange[] {
  if (wanted === "") return [];
  const eitherEnd = wanted.includes("\n") && text.includes("\r\n");
  return eitherEnd ? findWithEitherEnd(text, wanted, limit) : findExactly(text, wanted, limit);
}

function findExactly(text: string, wanted: string, limit: number): TextRange[] {
  const found: TextRange[] = [];
  let start = text.indexOf(wanted);
  while (start !== -1 && found.length < limit) {
    found.push({ start, end: start + wanted.length });
    start = text.indexOf(wanted, start + 1);
  }
  return found;
}

function findWithEitherEnd(text: string, wanted: string, limit: number): TextRange[] {
  // Example: "a\nb" becomes /a\r?\nb/g.
  const pattern = new RegExp(
    wanted
      .split(/(?<!\r)\n/)
      .map(escapePattern)
      .join("\\r?\\n"),
    "g",
  );
  const found: TextRange[] = [];
  for (let match = pattern.exec(text); match !== null && found.length < limit; match = pattern.exec(text)) {
    found.push({ start: match.index, end: match.index + match[0].length });
    // Beginning anew inside the CRLF just matched would report the same place a second time.
    pattern.lastIndex = match.index + (match[0].startsWith("\r\n") ? 2 : 1);
  }
  return found;
}

/** The pattern that matches the text and nothing else. Example: `a.b` becomes `a\.b`. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
