import { Document, isCollection, visit, type Node } from "yaml";
import { valueSplice } from "@/lib/core/yaml/flow-yaml";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import {
  openSessionsFile,
  readSessionsFile,
  type SessionEntry,
  type SessionsSource,
} from "@/lib/core/knowledge/sessions-file";
import { rangeOf, type Field } from "@/lib/core/yaml/yaml-source";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";
import { lineEndAfter, lineEndAt, lineEndBefore } from "@/lib/core/text/lines";
import { applySplices, type Splice } from "@/lib/core/text/splice";

/** A file after an edit; the same text, with what stands in the way, where it cannot be edited safely. */
export interface FileEdit {
  text: string;
  diagnostics: Diagnostic[];
}

type Value = string | number | null | string[];

/**
 * Sets what `sessions.yaml` says of one session: its values give way in place, keys that are missing come behind its id, a session that
 * is missing comes to the end of the list. Every other byte stays. A file that is broken, or does not read back as meant, is left as it
 * is and the diagnostics say why. `null` stands for a missing file. Source: formats "sessions.yaml".
 */
export function putSession(text: string | null, entry: SessionEntry): FileEdit {
  const mark = text?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : "";
  const { text: edited, diagnostics } = putInto((text ?? "").slice(mark.length), entry);
  return { text: mark + edited, diagnostics };
}

function putInto(text: string, entry: SessionEntry): FileEdit {
  const before = openSessionsFile(text);
  const errors = before.source.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { text, diagnostics: errors };
  const known = before.items.findLast(({ session }) => session.sessionId === entry.sessionId);
  const splices = known === undefined ? appended(before, entry) : changes(before, known, entry);
  const after = applySplices(text, splices);
  const others = before.items.filter((item) => item !== known).map(({ session }) => session);
  if (readsAs(after, entry, others.length + 1)) return { text: after, diagnostics: [] };
  const message = "sessions.yaml is built in a way that cannot be edited safely, so it was left as it is.";
  return { text, diagnostics: [diagnosticAt("not_editable", "error", message)] };
}

function valuesOf(entry: SessionEntry): Record<string, Value> {
  const { sessionId, date, mode, topic, turns, status, loaded, outcome } = entry;
  return { session_id: sessionId, date, mode, topic, turns, status, loaded, outcome };
}

function readsAs(text: string, entry: SessionEntry, count: number): boolean {
  const { sessions, diagnostics } = readSessionsFile(text);
  const found = sessions.findLast(({ sessionId }) => sessionId === entry.sessionId);
  if (found === undefined || sessions.length !== count || diagnostics.some(({ severity }) => severity === "error"))
    return false;
  const { line: _line, ...read } = found;
  return JSON.stringify(valuesOf(read)) === JSON.stringify(valuesOf(entry));
}

function changes(file: SessionsSource, known: SessionsSource["items"][number], entry: SessionEntry): Splice[] {
  const { text } = file.source;
  const { line: _line, ...session } = known.session;
  const old = valuesOf(session);
  const wanted = Object.entries(valuesOf(entry)).filter(
    ([name, value]) => name !== "session_id" && JSON.stringify(old[name]) !== JSON.stringify(value),
  );
  const fieldOf = (name: string) => known.fields.find((field) => field.key === name);
  if (known.map.flow === true) {
    const [start, end] = rangeOf(known.map);
    const kept = known.map.toJS(file.source.document ?? new Document()) as Record<string, Value>;
    return wanted.length === 0 ? [] : [{ start, end, text: flow({ ...kept, ...Object.fromEntries(wanted) }) }];
  }
  const id = fieldOf("session_id") ?? fieldOf("id");
  const splices: Splice[] = [];
  const fresh: string[] = [];
  for (const [name, value] of wanted) {
    const field = fieldOf(name);
    const splice = field === undefined ? undefined : replaced(text, field, value);
    if (splice !== undefined) splices.push(splice);
    else if (field === undefined) fresh.push(`${name}: ${flow(value)}`);
  }
  if (fresh.length > 0 && id !== undefined) {
    const indent = " ".repeat(id.at - lineStartOf(text, id.at));
    splices.push(
      insertedLines(
        text,
        lineEndAfter(text, contentEnd(text, id)),
        fresh.map((line) => indent + line),
      ),
    );
  }
  return splices;
}

/** Another value in the old one's place; comments that stood with the old one stay. */
function replaced(text: string, field: Field, value: Value): Splice | undefined {
  const splice = valueSplice(text, field.pair, PLACEHOLDER);
  return splice && { ...splice, text: ` ${flow(value)}${splice.text.slice(1 + PLACEHOLDER.length)}` };
}

/** Written as it is, whatever stands around it. */
const PLACEHOLDER = "x";

function appended(file: SessionsSource, entry: SessionEntry): Splice[] {
  const { text } = file.source;
  const { list, key } = file;
  const values = valuesOf(entry);
  if (list?.flow === true && list.items.length > 0) {
    const end = rangeOf(list.items.at(-1) ?? null)[1];
    return [{ start: end, end, text: `, ${flow(values)}` }];
  }
  const lines = (indent: string) =>
    Object.entries(values).map(
      ([name, value], index) => `${indent}${index === 0 ? "- " : "  "}${name}: ${flow(value)}`,
    );
  if (list !== null && list.flow !== true && list.items.length > 0) {
    const start = rangeOf(list)[0];
    const indent = " ".repeat(start - lineStartOf(text, start));
    return [insertedLines(text, endOfLines(text, list.items.at(-1) ?? null), lines(indent))];
  }
  if (key !== null) {
    // The list goes below `sessions:`, and takes the place of what says that it is empty.
    const end = contentEnd(text, key);
    const emptied = { start: colonEnd(text, key), end, text: "" };
    return [emptied, insertedLines(text, lineEndAfter(text, end), lines("  "))];
  }
  if (list !== null) {
    const [start, end] = rangeOf(list);
    return [{ start, end, text: lines("").join(lineEndAt(text, text.length)) }];
  }
  return [insertedLines(text, text.length, lines(""))];
}

/** Lines put in at a place where a line begins, or behind a last line that has no end. */
function insertedLines(text: string, at: number, lines: string[]): Splice {
  const eol = lineEndAt(text, at);
  const open = at === 0 || lineEndBefore(text, at) !== null;
  const inserted = open ? lines.join(eol) + eol : eol + lines.join(eol);
  return { start: at, end: at, text: inserted };
}

function endOfLines(text: string, node: Node | null): number {
  const [, end] = rangeOf(node);
  return lineEndBefore(text, end) === null ? lineEndAfter(text, end) : end;
}

function contentEnd(text: string, field: Field): number {
  const [start, end] = rangeOf(field.value);
  return start === end ? colonEnd(text, field) : end;
}

function colonEnd(text: string, field: Field): number {
  return text.indexOf(":", rangeOf(field.pair.key)[1]) + 1;
}

function lineStartOf(text: string, at: number): number {
  // Before the first character there is nothing to look at, where -1 would mean the last one.
  return at === 0 ? 0 : Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

/** A value as YAML on one line. */
function flow(value: Value | Record<string, Value>): string {
  const document = new Document(value);
  if (isCollection(document.contents)) document.contents.flow = true;
  // Unquoted, such as a no-break space at its end would be taken for what stands around the value.
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && scalar.value !== scalar.value.trim()) scalar.type = "QUOTE_DOUBLE";
    },
  });
  // A text with line ends would otherwise become a block of several lines.
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false, blockQuote: false, nullStr: "null" });
  return text.replace(/\n$/, ""); // matches the last line's end; other white space may be the value's
}
