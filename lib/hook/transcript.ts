import { parseJson, recordOf, stringOf } from "@/lib/core/text/parse-json";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { ToolCall } from "@/lib/hook/hook-input";

/** So much of a transcript's end is looked through: a few turns. Bytes. */
const TAIL = 256_000;
/** So much of its beginning, for what an agent was asked to do. Bytes. */
const HEAD = 16_000;

/**
 * What the agent itself said lately, oldest first: its texts and its messages to the Lead. Nothing of what it was told. `since` is a
 * moment as the client writes it, before which nothing counts; "" for none. Never throws.
 */
export function recentWords({ path, agentId }: Transcript, since: string): string[] {
  return readTail(path)
    .split("\n")
    .flatMap((line) => (line.includes("[ACK-UPDATE]") ? wordsOf(line, agentId, since) : []));
}

/** Where the words of one run of an agent stand. */
export interface Transcript {
  /** "" where they stand nowhere that is its own. */
  path: string;
  /** "" for a session of its own. */
  agentId: string;
}

function wordsOf(line: string, agentId: string, since: string): string[] {
  const entry = recordOf(parseJson(line));
  if (entry["type"] !== "assistant" || stringOf(entry["timestamp"]) < since) return []; // 2026-02-09T10:00:00.000Z
  // Some clients keep the words of a session's helpers in the session's own file.
  if (agentId === "" ? entry["isSidechain"] === true : (entry["agentId"] ?? agentId) !== agentId) return [];
  const { content } = recordOf(entry["message"]);
  if (!Array.isArray(content)) return [stringOf(content)];
  return (content as unknown[]).map(recordOf).flatMap((part) => {
    if (part["type"] === "text") return [stringOf(part["text"])];
    return part["type"] === "tool_use"
      ? messageOf({ name: stringOf(part["name"]), input: recordOf(part["input"]) })
      : [];
  });
}

/** What a call of one of the client's tools for messages says to the Lead; nothing for any other call. */
export function messageOf({ name, input }: ToolCall): string[] {
  if (isReport({ name })) return [stringOf(input["message"])];
  if (name !== "SendMessage") return [];
  const to = stringOf(input["to"]) || stringOf(input["recipient"]);
  if (to !== "" && !TO_THE_LEAD.test(to)) return [];
  return [stringOf(input["message"]), stringOf(input["content"])];
}

/** Whether a call ends a subagent's run by handing its report to the agent that started it. */
export function isReport({ name }: Pick<ToolCall, "name">): boolean {
  return name === "SubagentHandback";
}

// "team-lead", "Lead", "main", "*"
const TO_THE_LEAD = /^(?:team[-_ ]?)?lead(?:er)?(?:@.*)?$|^main$|^\*$/i;

/** The last turns of a transcript, from anywhere within a line; "" when it cannot be read. */
export function readTail(path: string): string {
  return readPart(path, TAIL, (size) => Math.max(0, size - TAIL));
}

/** The beginning of a transcript, up to anywhere within a line: its first prompt. "" when it cannot be read. */
export function readHead(path: string): string {
  return readPart(path, HEAD, () => 0);
}

function readPart(path: string, length: number, from: (size: number) => number): string {
  if (path === "") return "";
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const buffer = Buffer.alloc(Math.min(size, length));
      const read = readSync(file, buffer, 0, buffer.length, from(size));
      return buffer.toString("utf8", 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
