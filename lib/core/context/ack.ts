import { versionNumber, versionOf } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { addAll } from "@/lib/core/lists";
import { parseBlocks, type Block } from "@/lib/core/markdown/blocks";
import { sayCount } from "@/lib/core/text/say-count";

/**
 * The acknowledgements that a message itself gives, each from its `[ACK-UPDATE]` on. One counts only where it begins a line
 * of plain text: in a fence, a block quote, HTML, inline code, quotation marks or the middle of a sentence it is an example.
 */
export function spokenAcks(text: string): string[] {
  if (!/\[ACK-UPDATE\]/i.test(text)) return [];
  const { starts, blocks } = parseBlocks(text);
  const lines = starts.slice(0, -1).map((start, line) => text.slice(start, starts[line + 1]));
  const spoken = lines.map(() => "\n");
  const paragraphs = blocks.map(spokenLines);
  for (const { from, to } of paragraphs) for (let line = from; line < to; line++) spoken[line] = lines[line] ?? "";
  const opensAt = lines.flatMap((line, at) => {
    const paragraph = paragraphs.find(({ from, to }) => from <= at && at < to);
    if (paragraph === undefined || !OPENS.test(line)) return [];
    return isQuoted(lines.slice(paragraph.from, at).join("")) ? [] : [at];
  });
  return opensAt.map((at, index) => {
    const part = spoken.slice(at, opensAt[index + 1]).join("");
    return part.slice(part.search(/\[ACK-UPDATE\]/i)).trim();
  });
}

// "[ACK-UPDATE] GC-v5", "- **[ACK-UPDATE]** GC-v5"
const OPENS = /^[ \t]*(?:[-*+][ \t]+)?[*_]*\[ACK-UPDATE\]/i;

/** The lines of a block that its author says in plain text. */
function spokenLines(block: Block): { from: number; to: number } {
  const { line: from } = block;
  // What is nested in a bullet may be a fence or a quotation.
  if (block.kind === "bullet") return { from, to: from + block.paragraphLines };
  return { from, to: block.kind === "other" && block.type === "paragraph" ? block.endLine : from };
}

/** Whether a quotation or inline code is still open at the end of what a paragraph said before. */
function isQuoted(before: string): boolean {
  const isOpen = (open: string, close: string) => before.lastIndexOf(open) > before.lastIndexOf(close);
  const isOdd = (mark: RegExp) => (before.match(mark)?.length ?? 0) % 2 === 1;
  return isOdd(/"/g) || isOdd(/`+/g) || isOpen("“", "”") || isOpen("„", "“") || isOpen("«", "»");
}

/** What a teammate does after reading an update. Source: context delta §5. */
export const ACK_ACTIONS = ["CONTINUE", "PAUSE", "NEED_CLARIFICATION"] as const;
type AckAction = (typeof ACK_ACTIONS)[number];

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
  const message = `No valid ACK: ${errors.map((fault) => fault.message).join("; ")}.`;
  const hint = "Write: [ACK-UPDATE] GC-v4 received. Items: 2/2. Impact: NONE. Action: CONTINUE";
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

/** What an ACK means, and what the Lead is offered next. Source: context delta §5 "ACK Validation by Lead". */
interface AckDecision {
  /** True when the teammate is on that version now. */
  confirmed: boolean;
  /** `resend`: the unclear items with their surroundings; `full`: the whole text; `guidance`: acknowledge and advise. */
  leadAction: "none" | "guidance" | "resend" | "full";
  reason: string;
}

/** Where more than this share of the items is unclear, single items no longer help. */
const UNCLEAR_SHARE = 0.5;

/**
 * Decides what an ACK means whose total is that of what was sent. Only `applied = total` with CONTINUE or PAUSE confirms.
 * Source: context delta §5 and §8.
 */
export function decideAck({ applied, total, action, unclear: named }: Ack, mode: "delta" | "full"): AckDecision {
  const complete = applied === total;
  if (complete && action === "CONTINUE")
    return { confirmed: true, leadAction: "none", reason: "All items are applied." };
  if (action === "PAUSE") {
    const reason = complete
      ? "All items are applied; the teammate pauses."
      : `The teammate pauses with ${applied} of ${total} items applied.`;
    return { confirmed: complete, leadAction: "guidance", reason };
  }
  const unclear = Math.min(total, Math.max(named.length, total - applied));
  const said = `${unclear} of ${total} items are unclear`;
  if (mode === "full" || unclear > total * UNCLEAR_SHARE)
    return { confirmed: false, leadAction: "full", reason: `${said}: more than half.` };
  return { confirmed: false, leadAction: "resend", reason: `${said}.` };
}

interface AckHistory {
  role: string;
  /** Everything ever sent to that role since it was (re)spawned; a full text counts as one item. */
  sent: readonly { version: string; items: number }[];
  /** The last version it confirmed, or null. */
  confirmed: string | null;
  /** The last ACK taken for each version. */
  answers: Readonly<Record<string, Ack>>;
}

/**
 * `duplicate` for the same ACK once more, `new` for one to be taken. Throws AppError `conflict` for a version never sent to that
 * role, or an older one than it already confirmed, and `invalid_input` for a total that no message of that version had.
 * Source: formats "ACK".
 */
export function acceptAck(ack: Ack, history: AckHistory): "new" | "duplicate" {
  const before = history.answers[ack.version];
  if (before !== undefined && sameAck(before, ack)) return "duplicate";
  const totals = history.sent.filter(({ version }) => version === ack.version).map(({ items }) => items);
  const total = totals.at(-1);
  if (total === undefined) {
    throw new AppError("conflict", `${ack.version} was never sent to ${history.role}.`, {
      hint: "Acknowledge a version that is pending: {context.updates} lists what waits for a role.",
      about: { role: history.role },
      current: { sent: history.sent.map(({ version }) => version).slice(-10), confirmed: history.confirmed },
    });
  }
  const confirmed = history.confirmed === null ? null : versionNumber(history.confirmed);
  if (confirmed !== null && (versionNumber(ack.version) ?? 0) < confirmed) {
    throw new AppError(
      "conflict",
      `${history.role} has confirmed ${history.confirmed ?? ""} already, which is newer than ${ack.version}.`,
      {
        hint: "Nothing needs to be acknowledged for an older version.",
        current: { confirmed: history.confirmed },
      },
    );
  }
  if (!totals.includes(ack.total)) throw wrongTotal(ack, total);
  return "new";
}

function wrongTotal({ version, total: given }: Ack, total: number): AppError {
  const items = sayCount(total, "item");
  return new AppError("invalid_input", `${version} was sent with ${items}, not ${given}.`, {
    hint: `Answer with a total of ${total}: each operation of a delta, or a full text, is one.`,
    errors: [{ path: "total", message: `must be ${total}: ${version} was sent with ${items}` }],
    current: { version, total },
  });
}

function sameAck(a: Ack, b: Ack): boolean {
  const plain = (ack: Ack): string => JSON.stringify([ack.applied, ack.total, ack.impact, ack.action, ack.unclear]);
  return plain(a) === plain(b);
}
