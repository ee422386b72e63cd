import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "@/lib/contracts/memory";
import { answerIn } from "@/lib/mcp/testing/client.fixture";
import type { Reply, Said, Send } from "@/lib/soak/send.fixture";

export const SESSION = "truth";
export const SESSIONS = "/api/v1/workspaces/demo/sessions";
/** In every item, so that a search finds all of them. */
export const COMMON = "pomegranate";

/** Runs `wardroom` with these words and answers what it printed. */
export type Command = (words: string[]) => Promise<string>;

/** The session that all of it is about, over each door. */
export class TruthSession {
  constructor(
    readonly send: Send,
    readonly command: Command,
    private readonly files: string,
  ) {}

  post(path: string, said: Said = {}, method = "POST"): Promise<Reply> {
    return this.send(method, `${SESSIONS}/${SESSION}${path}`, { body: {}, ...said });
  }

  get<T>(path: string): Promise<T> {
    return this.read<T>(`${SESSIONS}/${SESSION}${path}`);
  }

  async read<T>(path: string): Promise<T> {
    const { status, body } = await this.send("GET", path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  /** What an address answers, as it comes. */
  async text(path: string, accept = "*/*"): Promise<string> {
    const { status, text = "" } = await this.send("GET", path, { headers: { accept } });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  }

  /** Has a tool called over MCP, as the Lead or another role. */
  async tool<T>(name: string, given: object = {}, as = "Lead"): Promise<T> {
    const params = { name, arguments: { session: SESSION, ...given } };
    const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const { body } = await this.send("POST", "/api/mcp", { as, headers, body: message });
    const { content } = (body as { result?: { content?: { text?: string }[] } }).result ?? {};
    const text = content?.[0]?.text;
    return (text === undefined ? body : answerIn(text)) as T;
  }

  /** A table that the command prints, each line by the titles of its columns. */
  async table(words: string[]): Promise<Record<string, string>[]> {
    const [titles = [], ...lines] = (await this.command(words))
      .split("\n")
      .filter((line) => / {2,}/.test(line.trim()))
      .map((line) => line.trim().split(/ {2,}/));
    return lines.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ""])));
  }

  /** Changes the team memory as an editor does. */
  rewrite(change: (text: string) => string): void {
    const path = join(this.files, ".agent/teams", SESSION, "TEAM-MEMORY.md");
    writeFileSync(path, change(readFileSync(path, "utf8")));
  }
}

export function itemsOf(memory: Memory) {
  return memory.sections.flatMap(({ items, role }) => items.map((item) => ({ ...item, role })));
}
