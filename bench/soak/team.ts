import { execFile, spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { OWNER_TOKEN, placesIn, PROJECT } from "@/lib/soak/places.fixture";
import { startMeasured } from "./measured-server";
import type { Part } from "./part";

const run = promisify(execFile);
const SCRIPT = path.join(PROJECT, "plugin/scripts/hook.cjs");
const SESSION = "checkout";
const LEAD = "5f36a31f-c6a7-48c0-bee0-d4f2fefc3acc";
/** Started in one message each round, without names, as a client comes. */
const SUBAGENTS = 8;
/** Processes that take all of two processors beside them. */
const LOOPS = 2;
const TYPE = "wardroom:implementer";

/** One run of a subagent. */
interface Subagent {
  id: string;
  role: string;
  call: string;
}

/**
 * Subagents without names work beside two busy loops, with the limits that hooks have by default. Each is told the newest context once,
 * by its second request; each acknowledgement arrives; each call of `say` is its role's; and no hook says of a server that answers that
 * it does not.
 */
export const team: Part = {
  name: "team",
  counts: "rounds",
  count: 20,
  plants: ["deafness"],
  run: async (order) => {
    const { folder, random, count, plant, progress } = order;
    const { files, data } = placesIn(folder);
    mkdirSync(path.join(files, ".git"), { recursive: true });
    const { server } = await startMeasured(folder);
    const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ["-e", "for(;;);"]));
    const roles = Array.from({ length: SUBAGENTS }, (_, index) => `implementer-${index + 1}`);
    const client = new Client(folder, files, { data, deaf: plant === "deafness" });
    const command = wardroom(files, data);
    const faults: string[] = [];
    const counted = { told: 0, acks: 0, said: 0, silent: 0 };
    try {
      await command(
        "session",
        "create",
        SESSION,
        "--feature",
        "New checkout",
        ...roles.flatMap((role) => ["--role", role]),
      );
      for (let round = 1; round <= count; round++) {
        const context = path.join(folder, "context.md");
        writeFileSync(context, contextOf(round));
        await command("context", "publish", context);
        const agents = roles.map((role, index) => ({
          role,
          id: `a${random
            .below(2 ** 31)
            .toString(16)
            .padStart(14, "0")}${String(index).padStart(2, "0")}`,
          call: `toolu_${round}_${index}`,
        }));
        client.asksFor(agents);
        const works = agents.map(async (agent) => {
          const start = await client.hook({ hook_event_name: "SubagentStart", ...who(agent) });
          client.records(agent);
          const batch = await client.hook({ hook_event_name: "PostToolBatch", ...who(agent), tool_calls: [] });
          const toolUseId = `${agent.call}_say`;
          const tool = { tool_name: "mcp__wardroom__say", tool_use_id: toolUseId, tool_input: {} };
          await client.hook({ hook_event_name: "PreToolUse", ...who(agent), ...tool });
          const said = await say(server.url, toolUseId, `${random.below(2 ** 31)} ${agent.role} ${round}`);
          client.says(agent, `[ACK-UPDATE] GC-v${round} received. Items: 1/1. Impact: NONE. Action: CONTINUE`);
          const stop = await client.hook({ hook_event_name: "SubagentStop", ...who(agent) });
          const heard = start + batch + stop;
          const times = heard.split(`[CONTEXT-UPDATE] GC-v`).length - 1;
          if (times === 1) counted.told++;
          else
            faults.push(`round ${round}: ${agent.role} was told of the context ${times} times: ${heard.slice(0, 400)}`);
          if (heard.includes("does not answer")) counted.silent++;
          const [, id = "none"] = /\bid\W+([0-9a-f]{12})/.exec(said) ?? [];
          if ((await sectionOf(server.url, agent.role)).includes(`"id":"${id}"`)) counted.said++;
          else faults.push(`round ${round}: say of ${agent.role} was answered: ${said.slice(0, 300)}`);
        });
        await Promise.all(works);
        // What was owed is said with the team's next event.
        await client.hook(
          { hook_event_name: "UserPromptSubmit", session_id: LEAD, prompt: "Go on." },
          { WARDROOM_ROLE: "Lead" },
        );
        const { roles: answered } = JSON.parse(await command("context", "status", "--json")) as {
          roles: { role: string; cells: { version: string; ack: unknown }[] }[];
        };
        for (const role of roles) {
          const cell = answered
            .find((each) => each.role === role)
            ?.cells.find(({ version }) => version === `GC-v${round}`);
          if (cell?.ack) counted.acks++;
          else faults.push(`round ${round}: the ACK of ${role} is lost`);
        }
        progress(round);
      }
    } finally {
      for (const loop of loops) await end(loop);
      await server.stop();
    }
    if (counted.silent > 0) faults.push(`${counted.silent} times a hook said that the server does not answer`);
    const of = count * SUBAGENTS;
    const did = `${count} rounds of ${SUBAGENTS}: told once by the second request ${counted.told} of ${of}, acknowledged ${counted.acks}, said as itself ${counted.said}, "does not answer" ${counted.silent}`;
    return { did, faults };
  },
};

/** What a role has said. */
async function sectionOf(url: string, role: string): Promise<string> {
  const headers = { authorization: `Bearer ${OWNER_TOKEN}` };
  const response = await fetch(`${url}/api/v1/workspaces/demo/sessions/${SESSION}/memory?role=${role}`, { headers });
  return response.text();
}

/** A client's records, and the hooks it runs. */
class Client {
  readonly #transcripts: string;

  constructor(
    private readonly home: string,
    private readonly project: string,
    private readonly server: { data: string; deaf: boolean },
  ) {
    this.#transcripts = path.join(home, "transcripts");
    mkdirSync(path.join(this.#transcripts, LEAD, "subagents"), { recursive: true });
  }

  /** The Lead asks for all of them in one message. */
  asksFor(agents: readonly Subagent[]): void {
    const content = agents.map(({ call, role }) => {
      const input = { description: "Work", prompt: `You are ${role}. Work.`, subagent_type: TYPE };
      return { type: "tool_use", id: call, name: "Agent", input };
    });
    this.#append(`${LEAD}.jsonl`, { type: "assistant", message: { role: "assistant", content } });
  }

  /** What the client keeps of a subagent once the hooks of its start are done. */
  records({ id, call, role }: Subagent): void {
    const meta = { agentType: TYPE, description: "Work", toolUseId: call };
    writeFileSync(path.join(this.#transcripts, LEAD, "subagents", `agent-${id}.meta.json`), JSON.stringify(meta));
    this.#append(this.#own(id), {
      type: "user",
      agentId: id,
      message: { role: "user", content: `You are ${role}. Work.` },
    });
  }

  /** A subagent says something. */
  says({ id }: Subagent, text: string): void {
    const message = { role: "assistant", content: [{ type: "text", text }] };
    this.#append(this.#own(id), { type: "assistant", agentId: id, message });
  }

  /** What the agent is told at an event. */
  async hook(input: Record<string, unknown>, more: Record<string, string> = {}): Promise<string> {
    const env = {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env["PATH"],
      HOME: this.home,
      WARDROOM_DATA: this.server.data,
      WARDROOM_TOKEN: OWNER_TOKEN,
      ...(this.server.deaf && { WARDROOM_URL: "http://127.0.0.1:1" }),
      ...more,
    };
    const common = {
      session_id: LEAD,
      transcript_path: path.join(this.#transcripts, `${LEAD}.jsonl`),
      cwd: this.project,
    };
    const child = spawn(process.execPath, [SCRIPT], {
      env: env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stdin.end(JSON.stringify({ ...common, ...input }));
    await new Promise((ended) => child.on("close", ended));
    return out;
  }

  #own(id: string): string {
    return path.join(LEAD, "subagents", `agent-${id}.jsonl`);
  }

  #append(name: string, line: unknown): void {
    appendFileSync(path.join(this.#transcripts, name), `${JSON.stringify(line)}\n`);
  }
}

function who({ id }: Subagent) {
  return { agent_id: id, agent_type: TYPE };
}

function wardroom(cwd: string, data: string) {
  // Nothing of who runs the soak says whose command it is.
  const { NODE_ENV, PATH, HOME } = process.env;
  const env = {
    NODE_ENV,
    PATH,
    HOME,
    WARDROOM_DATA: data,
    WARDROOM_TOKEN: OWNER_TOKEN,
  };
  return async (...words: string[]) => {
    const command = [path.join(PROJECT, "scripts/wardroom.mjs"), ...words];
    const { stdout } = await run(process.execPath, command, { cwd, env: env });
    return stdout;
  };
}

/** A call over the connection that the whole team shares, with the client's id of it. */
async function say(url: string, toolUseId: string, text: string): Promise<string> {
  const params = {
    name: "say",
    arguments: { tag: "Finding", text, session: SESSION },
    _meta: { "claudecode/toolUseId": toolUseId },
  };
  const answer = await fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${OWNER_TOKEN}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return answer.text();
}

/** Long enough that a change of it is told as a delta or in full, whichever is shorter. */
function contextOf(round: number): string {
  const rules = Array.from(
    { length: 20 },
    (_, at) => `- **Rule ${at}:** Whatever is counted here is counted in whole cents\n`,
  );
  return `# Global Context\n\n## Constraints\n\n- **Lease:** Leases last ${round} seconds\n${rules.join("")}`;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await ended;
}
