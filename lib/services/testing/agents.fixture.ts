import { join } from "node:path";
import type { CloseAgentSession } from "@/lib/contracts/agents";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

/** A close that says nothing but what it must, and what is given. */
export function closing(said: Partial<CloseAgentSession> = {}): CloseAgentSession {
  const lists = { findings: [], worked: [], watchPoints: [], openThreads: [], closedThreads: [] };
  return { summary: "Looked around", outcome: "done", ...lists, ...said };
}

/** An agent of a test: its parameters, its file and its history. */
export class TestAgent {
  readonly params: { workspace: string; agent: string };

  constructor(
    private readonly wardroom: TestWardroom,
    readonly name: string,
  ) {
    this.params = { workspace: "demo", agent: name };
  }

  get folder(): string {
    return join(this.wardroom.files, ".kaizen/agents", this.name);
  }

  get path(): string {
    return join(this.wardroom.files, this.#file);
  }

  get #file(): string {
    return `.kaizen/agents/${this.name}/memory.md`;
  }

  /** The file as it is on the disk. */
  text(): Promise<string> {
    return this.wardroom.copy.text(this.#file);
  }

  /** Writes the file as any program does. */
  put(text: string | Buffer): Promise<void> {
    return this.wardroom.copy.put(this.#file, text);
  }

  /** Defines the agent as Claude Code does. */
  async define(...lines: string[]): Promise<void> {
    const text = ["---", `name: ${this.name}`, ...lines, "---", "You are."].join("\n");
    await this.wardroom.copy.put(`.claude/agents/${this.name}.md`, text);
  }

  init() {
    return this.wardroom.services.agents.init(OWNER, this.params, { project: "demo" }, PLAIN_REQUEST);
  }

  read() {
    return this.wardroom.services.agents.read(OWNER, this.params);
  }

  start() {
    return this.wardroom.services.agents.sessions.start(OWNER, this.params, PLAIN_REQUEST);
  }

  close(id: string, said: Partial<CloseAgentSession> = {}, dryRun = false) {
    const { sessions } = this.wardroom.services.agents;
    return sessions.close(OWNER, { ...this.params, id }, closing(said), PLAIN_REQUEST, dryRun);
  }

  /** The agent as the list shows it. */
  async listed() {
    const { items } = await this.wardroom.services.agents.list(OWNER, { workspace: "demo" });
    return items.find(({ name }) => name === this.name);
  }

  /** The revisions, oldest first. */
  async revisions() {
    const { items } = await this.wardroom.services.agents.revisions.list(OWNER, this.params, { limit: 500 });
    return items.reverse();
  }

  /** The events about its memory, oldest first, as `actor: action`. */
  async story(): Promise<string[]> {
    const filter = { target: this.#file, limit: 500, format: "json" } as const;
    const { items } = await this.wardroom.services.events.list(OWNER, { workspace: "demo" }, filter);
    return items.reverse().map((event) => `${event.actor}: ${event.action}`);
  }
}
