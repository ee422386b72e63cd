import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { recordOf, stringOf, type HookInput } from "@/lib/hook/hook-input";

/** So much of a transcript's end is looked through: a few turns. Bytes. */
const TAIL = 256_000;

/** What the agent itself said lately, oldest first: its texts and the messages it sent. Nothing of what it was told. Never throws. */
export function recentWords(input: HookInput): string[] {
  return readTail(transcriptOf(input))
    .split("\n")
    .flatMap((line) => (line.includes("[ACK-UPDATE]") ? wordsOf(line) : []));
}

/** A teammate inside the Lead's process has a transcript of its own beside the Lead's. */
function transcriptOf({ transcriptPath, sessionId, agentId }: HookInput): string {
  if (transcriptPath === "" || agentId === "" || !/^[\w@.-]+$/.test(agentId)) return transcriptPath; // aimplementer-1-0f…
  return join(dirname(transcriptPath), sessionId, "subagents", `agent-${agentId}.jsonl`);
}

function wordsOf(line: string): string[] {
  let entry: Record<string, unknown>;
  try {
    entry = recordOf(JSON.parse(line));
  } catch {
    return [];
  }
  if (entry["type"] !== "assistant") return [];
  const { content } = recordOf(entry["message"]);
  if (!Array.isArray(content)) return [stringOf(content)];
  return (content as unknown[])
    .map(recordOf)
    .flatMap((part) =>
      part["type"] === "text" ? [stringOf(part["text"])] : part["type"] === "tool_use" ? textsOf(part["input"]) : [],
    );
}

/** Every text in a tool's input, at any depth. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The last turns of a transcript, from anywhere within a line; "" when it cannot be read. */
export function readTail(path: string): string {
  if (path === "") return "";
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const buffer = Buffer.alloc(Math.min(size, TAIL));
      const read = readSync(file, buffer, 0, buffer.length, Math.max(0, size - TAIL));
      return buffer.toString("utf8", 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
