import type { Item, Memory, Section, SectionText } from "@/lib/contracts/memory";
import { markOf } from "@/lib/operations/tag-colour";
import type { Paint } from "@/lib/operations/terminal";
import { notesOn } from "@/lib/core/memory/item-notes";
import { plainLine, plainText } from "@/lib/cli/terminal-text";

/** What is said of the whole file, not of a line. */
const OF_THE_FILE = new Set(["no_memory", "memory_removed", "not_utf8", "unreadable"]);

/** A team memory for a reader: its sections with their items, each with the id that commands take. */
export function renderMemory(memory: Memory, paint: Paint): string {
  const head = [paint.strong(plainLine(memory.title ?? "TEAM-MEMORY"))];
  const meta = Object.entries(memory.meta).map(([key, value]) => `${plainLine(key)}: ${plainLine(value)}`);
  if (meta.length > 0) head.push(paint.faint(meta.join("  ")));
  const faults = memory.diagnostics
    .filter(({ severity, code }) => severity !== "info" || code === "no_memory")
    .map(({ code, message, range }) =>
      paint.warn(`${OF_THE_FILE.has(code) ? "" : `line ${range.start.line}: `}${plainLine(message)}`),
    );
  const sections = memory.sections.map((section) => renderSection(section, paint));
  const preface = memory.preface.map((each) => renderText(each));
  const gone = (memory.gone ?? []).map(
    ({ id, role, text }) => `  ${paint.faint(id)}  ${plainLine(role)}: ${plainLine(text)}`,
  );
  if (memory.gone !== undefined && sections.length + gone.length === 0) sections.push("Nothing changed.");
  if (gone.length > 0) sections.push([paint.strong("Edited or removed, as it read then"), ...gone].join("\n"));
  return `${[...head, ...faults, ...preface, "", sections.join("\n\n")].join("\n")}\n`;
}

function renderSection(section: Section, paint: Paint): string {
  const access = section.kind === "role" && section.access === "relay" ? " (through the Lead)" : "";
  const state = section.state === "active" ? "" : ` ${section.state}`;
  const head = `${paint.strong(plainLine(section.heading))}${paint.faint(`${access}${state}`)}`;
  const texts = section.texts.map((each) => renderText(each));
  if (section.items.length + texts.length === 0) return `${head}\n  ${paint.faint("nothing yet")}`;
  return [head, ...texts, ...section.items.map((item) => renderItem(item, paint))].join("\n");
}

function renderText({ text }: SectionText): string {
  return indent(plainText(text).trimEnd());
}

export function renderItem(item: Item, paint: Paint): string {
  const { id, tag, text, body, state, resolution, timestamp: _, written: _written, line: _line, ...noted } = item;
  const mark = tag === null ? "" : `${markOf(tag, paint)(`[${plainLine(tag)}]`)} `;
  const over = state === "active" ? "" : paint.faint(`${state}: `);
  const settled = resolution === null ? "" : paint.good(` → ${plainLine(resolution)}`);
  const below = body.trim() === "" ? "" : `\n${indent(plainText(body).replace(/\s+$/, ""))}`; // "  - nested\n"
  const notes = notesOn({ id, ...noted }).map(
    ({ words, warns }) => `\n      ${(warns ? paint.warn : paint.faint)(plainLine(words))}`,
  );
  return `  ${paint.faint(id)}  ${over}${mark}${plainLine(text)}${settled}${below}${notes.join("")}`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `      ${line}`)
    .join("\n");
}
