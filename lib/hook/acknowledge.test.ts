import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentClient } from "@/lib/hook/agent-client.fixture";
import { HookedTeam } from "@/lib/hook/hooked-team.fixture";
import { CONTEXT, type ContextSession } from "@/lib/services/testing/context-session.fixture";

const ACK = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";

let team: HookedTeam;
let session: ContextSession;
let client: AgentClient;
const hook: HookedTeam["hook"] = (...call) => team.hook(...call);

beforeEach(async () => {
  team = await HookedTeam.open();
  ({ session, client } = team);
});
afterEach(() => team.close());

describe("an example of the ACK confirms nothing", () => {
  const call = (tool_name: string, tool_input: Record<string, unknown>) => ({
    tool_calls: [{ tool_name, tool_input }],
  });
  const content = `# How to answer\n\n${ACK}\n`;

  test.each<[string, string, Record<string, unknown>]>([
    ["in a prompt", "user-prompt-submit", { prompt: content, teammate_name: "implementer-1" }],
    ["in a document that is written", "post-tool-batch", call("Write", { file_path: "/tmp/form.md", content })],
    ["in an edit", "post-tool-batch", call("Edit", { file_path: "/tmp/a.md", old_string: "a", new_string: content })],
    ["in a command", "post-tool-batch", call("Bash", { command: `cat <<'END'\n${ACK}\nEND` })],
    ["in a task for another", "post-tool-batch", call("Agent", { description: "Work", prompt: content })],
    ["in a message to another", "post-tool-batch", call("SendMessage", { to: "implementer-2", message: ACK })],
    ["quoted to the Lead", "post-tool-batch", call("SendMessage", { to: "team-lead", message: `Is it:\n> ${ACK}` })],
    ["quoted at the end", "subagent-stop", { last_assistant_message: `The form:\n\`\`\`\n${ACK}\n\`\`\`` }],
    ["within a last sentence", "subagent-stop", { last_assistant_message: `I did not answer ${ACK}` }],
  ])("%s", async (_, event, other) => {
    await session.publish(CONTEXT);
    await hook("subagent-start");
    await hook(event, other);
    await hook("post-tool-batch");
    expect(await session.confirmed("implementer-1")).toBeNull();
  });

  test("in what its transcript shows it, in what it wrote to a file, in what a helper of it said", async () => {
    await session.publish(CONTEXT);
    await hook("subagent-start");
    const written = { type: "tool_use", name: "Write", input: { file_path: "/tmp/form.md", content } };
    await client.transcribes(
      { type: "user", message: { role: "user", content: ACK } },
      {
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: ACK }] }] },
      },
      { type: "assistant", message: { role: "assistant", content: [written] } },
      {
        type: "assistant",
        agentId: "another",
        message: { role: "assistant", content: [{ type: "text", text: ACK }] },
      },
    );
    await hook("post-tool-batch");
    expect(await session.confirmed("implementer-1")).toBeNull();
  });

  test("in what the Lead says or is told, also while a teammate that shares its process goes idle", async () => {
    await session.publish(CONTEXT);
    await client.leadSays(`Answer with:\n${ACK}`);
    for (const tag of ["teammate-message teammate_id", "agent-message from"]) {
      const prompt = `<${tag}="implementer-1">\n${ACK}\n</${tag.split(" ")[0] ?? ""}>`;
      await hook("user-prompt-submit", { prompt });
    }
    await hook("teammate-idle");
    await hook("teammate-idle");
    await hook("post-tool-batch", { agent_id: "../../5f36a31f", agent_type: "implementer-1" });
    expect(await session.confirmed("implementer-1")).toBeNull();
  });

  test("and going idle hands in what the teammate said itself", async () => {
    await session.publish(CONTEXT);
    await hook("subagent-start");
    await client.says(ACK);
    await hook("teammate-idle");
    expect(await session.confirmed("implementer-1")).toBe("GC-v1");
  });
});

describe("a report that ends a subagent's run", () => {
  const report = (message: string) => ({
    tool_calls: [{ tool_name: "SubagentHandback", tool_input: { message } }],
  });
  const reports = (message: string) =>
    client.transcribes({
      type: "assistant",
      message: { role: "assistant", content: [{ type: "tool_use", name: "SubagentHandback", input: { message } }] },
    });

  test("is its own answer: an ACK in it counts, and what came meanwhile is left for who reads it", async () => {
    await session.publish(CONTEXT);
    await hook("subagent-start");
    await session.publish(CONTEXT.replace("thirty", "forty"));
    await reports(`${ACK}\n\nThe form is done.`);
    expect(await team.told("post-tool-batch", report(`${ACK}\n\nThe form is done.`))).toBe("");
    await hook("subagent-stop", { last_assistant_message: "" });
    expect(await session.confirmed("implementer-1")).toBe("GC-v1");
    expect(await team.told("post-tool-batch")).toContain("GC-v2");
  });
});

describe("an ACK that is not taken", () => {
  const WRONG = ACK.replace("1/1", "3/3");
  const NOTICE =
    "Wardroom: your acknowledgement was not taken. GC-v1 was sent with 1 item, not 3. Answer with a total of 1: each operation of a delta, or a full text, is one.";

  test("is told to who gave it, once, with what is wrong", async () => {
    await session.publish(CONTEXT);
    await hook("subagent-start");
    await client.says(WRONG);
    expect(await team.told("post-tool-batch")).toBe(NOTICE);
    expect(await team.told("post-tool-batch")).toBe("");
    await client.says(ACK);
    await hook("post-tool-batch");
    expect(await session.confirmed("implementer-1")).toBe("GC-v1");
  });

  test("keeps a subagent from ending, once", async () => {
    await session.publish(CONTEXT);
    await hook("subagent-start");
    const stop = { last_assistant_message: WRONG };
    expect(await hook("subagent-stop", stop)).toMatchObject({ code: 2, stderr: NOTICE });
    expect(await hook("subagent-stop", stop)).toMatchObject({ code: 0, stderr: "" });
  });
});
