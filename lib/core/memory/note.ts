import { AppError } from "@/lib/core/errors";
import { findUnstorable } from "@/lib/core/text/storable";

/** A note for an `[ARCHIVED — note]` mark, as one line. Empty, too long or with brackets in it is invalid_input. */
export function assertNote(note: string): string {
  const line = assertLine("note", note, 300);
  if (!/[[\]]/.test(line)) return line;
  throw invalidLine("note", "The note holds a square bracket, which would end the mark it stands in.");
}

/** How an item was resolved, as one line. Empty, too long or with `~~` in it is invalid_input. */
export function assertResolution(resolution: string): string {
  const line = assertLine("resolution", resolution, 2000).replace(/^(?:→|->|=>)\s*/, "");
  if (line === "") throw invalidLine("resolution", "The resolution is empty.");
  if (!line.includes("~~")) return line;
  throw invalidLine("resolution", "The resolution holds ~~, which would end the strike-through before it.");
}

function assertLine(path: string, value: string, longest: number): string {
  const unstorable = findUnstorable(value);
  if (unstorable !== null) throw invalidLine(path, `The ${path} ${unstorable}.`);
  const line = value.replace(/\s+/g, " ").trim();
  if (line === "") throw invalidLine(path, `The ${path} is empty.`);
  if (line.length > longest) throw invalidLine(path, `The ${path} is longer than ${longest} characters.`);
  return line;
}

function invalidLine(path: string, message: string): AppError {
  const hint = `Give the ${path} as one short line of plain words.`;
  return new AppError("invalid_input", message, { hint, errors: [{ path, message }] });
}
