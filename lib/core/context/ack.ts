import { spokenAcks } from "@/lib/core/context/spoken-acks";
import { versionNumber, versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { addAll } from "@/lib/core/lists";

/** What a teammate does after reading an update. Source: context delta §5. */
export const ACK_ACTIONS = ["CONTINUE", "PAUSE", "NEED_CLARIFICATION"] as const;
export type AckAction = (typeof ACK_ACTIONS)[number];

/** A teammate's answer to an update. Source: context delta §5. */
export interface Ack {
  /** `GC-v{n}`. */
  version: string;
  /** Items applied and items there were, whole numbers, `applied <= total`. */
  applied: number;
  total: number;
  /** `NONE`, or what the update means for the teammate's work. */
  impact: string;
  action: AckAction;
  /** References such as `§Decisions.D-7`; empty for none. */
  unclear: string[];
}

/** An ACK as it was said: the form for partial ones may leave out which version it answers. Source: context delta §8. */
export type SaidAck = Omit<Ack, "version"> & { version: string | null };

const HEADER = /\[ACK-UPDATE\][*`]*\s*GC-?v?(\S+?)(?=[\s.,;:]|$)/i; // matches "[ACK-UPDATE] GC-v5"
const PARTIAL = /^(?:[-*+][ \t]+)?[*_`"]*(?:\[ACK-UPDATE\])?[*_`"]*\s*(?=applied\s*:)/i; // matches "" before "applied: 2/3"
const LABELS = {
  items: /delta items applied|items applied|items|applied/,
  impact: /impact on my work|impact/,
  action: /action taken|action/,
  unclear: /unclear items|unclear/,
};
type Label = keyof typeof LABELS;

/**
 * Reads both forms of an ACK, whatever case, emphasis and list marks they are written with; text around them does not matter.
 * The form for partial ones, `applied: 2/3, unclear: §Decisions.D-7`, may name no version, and asks for clarification.
 * Throws AppError `invalid_input` with one error per part that is missing or makes no sense. Source: context delta §5, §8.
 */
export function parseAck(given: string): SaidAck {
  // Whoever hands one in means it, even fenced whole; but a quotation beside it is not the one that is meant.
  const text = (spokenAcks(given)[0] ?? given).trim();
  const header = HEADER.exec(text);
  const start = header ?? PARTIAL.exec(text);
  if (start === null) throw refuse([{ path: "text", message: "there is no `[ACK-UPDATE] GC-v{n} received.`" }]);
  const parts = readParts(text.slice(start.index + start[0].length));
  const errors: Fault[] = [];
  const version = header === null ? null : versionOf(Number(header[1]));
  if (version !== null && versionNumber(version) === null)
    errors.push({ path: "version", message: `"GC-v${header?.[1] ?? ""}" is not a version` });
  const items = /^\D*?(\S+)\s*\/\s*(\S+?)[.,;"]?(?:\s|$)/.exec(parts.items ?? ""); // matches "3/4"
  if (items === null) errors.push({ path: "applied", message: "there is no `Items: {applied}/{total}`" });
  const [applied, total] = [Number(items?.[1]), Number(items?.[2])];
  const ack = {
    version,
    applied,
    total,
    impact: parts.impact === undefined || parts.impact === "" ? "NONE" : parts.impact,
    // Whoever did not apply all of it, and does not say what it does, has something to ask.
    action: readAction(parts.action ?? (applied < total ? "NEED_CLARIFICATION" : undefined), errors),
    unclear: readReferences(parts.unclear ?? ""),
  };
  addAll(errors, items === null ? [] : countFaults(ack.applied, ack.total));
  if (errors.length > 0) throw refuse(errors);
  return ack;
}

/** Guarantees an ACK that can be meant: throws AppError `invalid_input` for counts or a version that cannot. */
export function checkAck(ack: Ack): Ack {
  const errors = countFaults(ack.applied, ack.total);
  if (versionNumber(ack.version) === null)
    errors.push({ path: "version", message: `"${ack.version}" is not a version` });
  if (errors.length > 0) throw refuse(errors);
  return ack;
}

/** The ACK in the form of several lines; `parseAck` reads the same one back. Source: context delta §5. */
export function renderAck(ack: Ack): string {
  const line = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, " ").trim(); // matches "\n" in "a\nb"
  return [
    `[ACK-UPDATE] ${ack.version} received.`,
    `- Delta items applied: ${ack.applied}/${ack.total}`,
    `- Impact on my work: ${line(ack.impact) || "NONE"}`,
    `- Action taken: ${ack.action}`,
    `- Unclear items: ${ack.unclear.length === 0 ? "none" : ack.unclear.map(line).join(", ")}`,
    "",
  ].join("\n");
}

interface Fault {
  path: string;
  message: string;
}

function countFaults(applied: number, total: number): Fault[] {
  const faults: Fault[] = [];
  const whole = (count: number): boolean => Number.isSafeInteger(count) && count >= 0;
  if (!whole(applied)) faults.push({ path: "applied", message: "must be a whole number from 0" });
  if (!whole(total)) faults.push({ path: "total", message: "must be a whole number from 0" });
  if (faults.length === 0 && applied > total)
    faults.push({ path: "applied", message: `${applied} of ${total} cannot be: more were applied than there were` });
  return faults;
}

function refuse(errors: Fault[]): AppError {
  const message = `This is not a valid ACK: ${errors.map((fault) => fault.message).join("; ")}.`;
  const hint = "Answer with `[ACK-UPDATE] GC-v{n} received. Items: {applied}/{total}. Impact: NONE. Action: CONTINUE`.";
  return new AppError("invalid_input", message, { hint, errors });
}

/** The text behind each label: up to the next line that has one, or in the one-line form up to the next label. */
function readParts(rest: string): Partial<Record<Label, string>> {
  const names = Object.values(LABELS)
    .map((label) => label.source)
    .join("|");
  const byLine = new RegExp(`^[ \\t]*(?:[-*+][ \\t]+)?[*_]*(${names})[*_]*[ \\t]*:[*_]*`, "gim"); // matches "- Impact on my work:"
  // A comma separates too, but not before the count of items: an impact may speak of items.
  const separator = `(?:^\\s*|received[.,]?\\s*|[.;][ \\t]*|,[ \\t]*(?!items))`;
  const inLine = new RegExp(`${separator}[*_]*(${names})[*_]*[ \\t]*:[*_]*`, "gi"); // matches ". Impact:"
  const lines = [...rest.matchAll(byLine)];
  const found = lines.length > 1 ? lines : [...rest.matchAll(inLine)];
  const parts: Partial<Record<Label, string>> = {};
  found.forEach((match, i) => {
    const label = labelOf(match[1] ?? "");
    const text = rest.slice(match.index + match[0].length, found[i + 1]?.index ?? rest.length).split(/\r?\n/)[0] ?? "";
    // A second Impact inside a sentence is part of it; of the others the last one is meant.
    if (label !== undefined && (label !== "impact" || parts.impact === undefined)) parts[label] = text.trim();
  });
  return parts;
}

function labelOf(name: string): Label | undefined {
  const labels = Object.keys(LABELS) as Label[];
  return labels.find((label) => new RegExp(`^(?:${LABELS[label].source})$`, "i").test(name)); // matches "Items"
}

function readAction(text: string | undefined, errors: Fault[]): AckAction {
  const word = /[A-Z]+(?:[_ -][A-Z]+)*/i.exec(text ?? "")?.[0] ?? ""; // matches "NEED_CLARIFICATION"
  const wanted = word.toUpperCase().replace(/[ -]/g, "_"); // matches " " in "NEED CLARIFICATION"
  const action = ACK_ACTIONS.find((known) => wanted === known || wanted.startsWith(`${known}_`));
  if (action === undefined) {
    const given = text === undefined ? "there is no `Action: …`" : `"${text}" is no action`;
    errors.push({ path: "action", message: `${given}; it is CONTINUE, PAUSE or NEED_CLARIFICATION` });
  }
  return action ?? "CONTINUE";
}

/** References separated by commas; a comma inside a name stays in it, since each begins with `§`. */
function readReferences(text: string): string[] {
  const bare = text.replace(/[."`]+$/, "").trim(); // matches "." in "§Scope."
  if (/^"?(?:none|n\/a|-|)"?$/i.test(bare)) return []; // matches "none"
  const separator = bare.includes("§") ? /[,;]?\s+(?=§)|[,;](?=§)/ : /\s*[,;]\s*/; // matches ", " before "§Scope"
  return bare
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
