import { spawn } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { runHook } from "@/lib/hook/run-hook";

/** The folder of package.json. */
const PROJECT = resolve(import.meta.dirname, "../..");
/** The committed script, which is what agents run. */
const SCRIPT = join(PROJECT, "plugin/scripts/hook.cjs");

/** The ids of the recorded inputs. */
export const LEAD_SESSION = "5f36a31f-c6a7-48c0-bee0-d4f2fefc3acc";
/** A machine may be slow: a limit that no run comes near. */
const PATIENCE_MS = 60_000;
export const AGENT_ID = "aimplementer-1-0f4d1c9ab37e5526";
/** The runs of the Lead and of its teammate in the recorded inputs. */
export const LEAD_RUN = `claude:${LEAD_SESSION}`;
export const TEAMMATE_RUN = `${LEAD_RUN}/${AGENT_ID}`;

/** What a run of the script gave. */
export interface HookRun {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Its standard output as JSON, for what it says to the agent; {} when it said nothing. */
  said: {
    additionalContext?: string;
    permissionDecision?: string;
    permissionDecisionReason?: string;
    updatedInput?: Record<string, unknown>;
  };
}

/**
 * A client as its hooks see it: a home folder with the records the client keeps of a team whose teammate is
 * `implementer-1`, and the recorded inputs of its events, run through the very script of the plugin.
 */
export class AgentClient {
  private constructor(
    readonly folder: string,
    readonly workspace: string,
  ) {}

  static async open(workspace: string): Promise<AgentClient> {
    const client = new AgentClient(await mkdtemp(join(tmpdir(), "wardroom-client-")), workspace);
    await client.record(`.claude/teams/session-5f36a31f/config.json`, {
      name: "session-5f36a31f",
      leadSessionId: LEAD_SESSION,
    });
    await client.knowTeammate(AGENT_ID, "implementer-1");
    return client;
  }

  /** Whether each run of the script is killed as soon as it has said something. */
  dies = false;

  get transcripts(): string {
    return join(this.folder, "transcripts");
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  /** Keeps the record of a teammate inside the Lead's process. */
  async knowTeammate(agentId: string, name: string): Promise<void> {
    await this.record(`transcripts/${LEAD_SESSION}/subagents/agent-${agentId}.meta.json`, {
      agentType: name,
      name,
      teamName: "session-5f36a31f",
      taskKind: "in_process_teammate",
    });
  }

  /** Keeps the record of a named subagent, which the client writes when the hooks of its start are done. */
  async knowSubagent(agentId: string, name: string, toolUseId: string): Promise<void> {
    const place = `transcripts/${LEAD_SESSION}/subagents/agent-${agentId}.meta.json`;
    await this.record(place, { agentType: "general-purpose", description: "Work", name, toolUseId, spawnDepth: 1 });
  }

  /** Keeps the record and the first prompt of a subagent without a name, as the client does once the hooks of its start are done. */
  async knowNameless(agentId: string, agentType: string, call: { toolUseId: string; prompt: string }): Promise<void> {
    const { toolUseId, prompt } = call;
    const place = join(LEAD_SESSION, "subagents", `agent-${agentId}`);
    await this.record(`transcripts/${place}.meta.json`, { agentType, description: "Work", toolUseId, spawnDepth: 1 });
    await this.append(`${place}.jsonl`, [{ type: "user", agentId, message: { role: "user", content: prompt } }]);
  }

  /** Lets the Lead ask for subagents, as its transcript has it; one in the background is named by the call's result. */
  async asksFor(
    ...calls: { id: string; name?: string; type?: string; agentId?: string; prompt?: string }[]
  ): Promise<void> {
    const lines = calls.flatMap(({ id, name, type, agentId, prompt = "Work." }) => {
      const input = { description: "Work", prompt, name, subagent_type: type ?? "general-purpose" };
      const asked = { type: "tool_use", id, name: "Agent", input };
      const result = { type: "tool_result", tool_use_id: id, content: [{ type: "text", text: "Launched." }] };
      const launched = { message: { role: "user", content: [result] }, toolUseResult: { isAsync: true, agentId } };
      return [
        { type: "assistant", message: { role: "assistant", content: [asked] } },
        ...(agentId === undefined ? [] : [{ type: "user", ...launched }]),
      ];
    });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await writeFile(join(this.transcripts, `${LEAD_SESSION}.jsonl`), text);
  }

  /** Lets the teammate say something, as its transcript has it. */
  async says(text: string, agentId = AGENT_ID): Promise<void> {
    const timestamp = new Date().toISOString();
    const line = { type: "assistant", timestamp, message: { role: "assistant", content: [{ type: "text", text }] } };
    await this.append(join(LEAD_SESSION, "subagents", `agent-${agentId}.jsonl`), [line]);
  }

  /** Adds lines to the teammate's transcript. */
  async transcribes(...lines: unknown[]): Promise<void> {
    await this.append(join(LEAD_SESSION, "subagents", `agent-${AGENT_ID}.jsonl`), lines);
  }

  /** Lets the Lead say something, as its transcript has it. */
  async leadSays(text: string): Promise<void> {
    const line = { type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } };
    await this.append(`${LEAD_SESSION}.jsonl`, [line]);
  }

  private async append(path: string, lines: unknown[]): Promise<void> {
    const place = join(this.transcripts, path);
    await mkdir(dirname(place), { recursive: true });
    await appendFile(place, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  /** A recorded input with this client's folders in it, and other fields where they are given. */
  async input(name: string, other: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const text = await readFile(join(import.meta.dirname, "recorded", `${name}.json`), "utf8");
    const filled = text.replaceAll("{workspace}", this.workspace).replaceAll("{transcripts}", this.transcripts);
    return { ...(JSON.parse(filled) as Record<string, unknown>), ...other };
  }

  /** Runs the script on a recorded input. */
  async hook(name: string, other: Record<string, unknown> = {}, env: Record<string, string> = {}): Promise<HookRun> {
    return this.run(JSON.stringify(await this.input(name, other)), env);
  }

  /** What the script does with a recorded input, in this process, which spares the start of another. */
  async decide(name: string, other: Record<string, unknown> = {}, env: Record<string, string> = {}): Promise<HookRun> {
    const { stdout, stderr, exitCode, afterwards } = await runHook(JSON.stringify(await this.input(name, other)), {
      environment: { ...this.environment, ...env },
      scriptFolder: dirname(SCRIPT),
    });
    if (!this.dies) await afterwards?.();
    return { code: exitCode, stdout, stderr, said: saidIn(stdout) };
  }

  /** Nothing of the developer's own home or client reaches the script; the machine may be slow. */
  private get environment(): Record<string, string> {
    return {
      PATH: process.env["PATH"] ?? "",
      HOME: this.folder,
      WARDROOM_HOOK_MS: String(PATIENCE_MS),
      WARDROOM_HOOK_DEBUG: "1",
    };
  }

  /** Runs the script on any standard input at all. */
  async run(stdin: string, env: Record<string, string> = {}, args: string[] = [], script = SCRIPT): Promise<HookRun> {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...this.environment, ...env } as never,
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdin.end(stdin);
    const code = await new Promise<number | null>((done) => child.on("close", done));
    return { code, stdout, stderr, said: saidIn(stdout) };
  }

  private async record(path: string, content: unknown): Promise<void> {
    const place = join(this.folder, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, JSON.stringify(content));
  }
}

function saidIn(stdout: string): HookRun["said"] {
  const answer = (stdout === "" ? {} : JSON.parse(stdout)) as { hookSpecificOutput?: HookRun["said"] };
  return answer.hookSpecificOutput ?? {};
}
