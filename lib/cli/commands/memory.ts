import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { AgentMemory, AgentMemoryCleared, AgentSessionStarted } from "@/lib/contracts/agents";
import { AgentBrief, ProjectBrief } from "@/lib/contracts/briefs";
import { agentPath, agentsPath, roleOfAgent } from "@/lib/cli/agent-path";
import type { Cli } from "@/lib/cli/cli";
import { addCloseCommand } from "@/lib/cli/commands/memory-close";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { plainLine, plainText } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { sayCount } from "@/lib/core/text/say-count";

/** `wardroom memory`: what one agent knows of the project from session to session. */
export function addMemoryCommands(program: Command, cli: Cli): void {
  const group = program.command("memory").description("an agent's own memory: show, init, brief, start, close, clear");
  addBrief(group, cli);
  addStart(group, cli);
  addCloseCommand(group, cli);
  addClear(group, cli);
}

function addBrief(group: Command, cli: Cli): void {
  const command = group
    .command("brief")
    .argument("[agent]", "about to be deployed; what all memories come to when left out")
    .option("--budget <tokens>", "how many tokens it may cost", positiveNumber)
    .option("--task <text>", "what the agent is about to do")
    .description("what others know that matters to an agent, each sentence with its source");
  addExamples(command, [
    "wardroom memory brief implementer --budget 800",
    'wardroom memory brief tester-2 --task "load tests of the import"',
    "wardroom memory brief",
  ]);
  command.action(async (agent: string | undefined, { budget, task }: { budget?: number; task?: string }) => {
    const { stdout } = cli.surroundings;
    const render = ({ text }: { text: string }) => (stdout.isTTY ? plainText(text) : text);
    if (agent === undefined) {
      const path = (workspace: string) => `${agentsPath(workspace)}/brief${query({ budget })}`;
      cli.show(await cli.working("Reading all memories", () => cli.ask(ProjectBrief, path)), render);
    } else {
      const path = (workspace: string) => `${agentPath(agent)(workspace)}/brief${query({ budget, task })}`;
      cli.show(await cli.working("Reading all memories", () => cli.ask(AgentBrief, path)), render);
    }
  });
}

function addStart(group: Command, cli: Cli): void {
  const command = group
    .command("start")
    .argument("<agent>")
    .description("begin a session: what to read before work, and the id to close it with");
  addExamples(command, ["wardroom memory start implementer", "wardroom memory start implementer --as implementer-2"]);
  command.action(async (agent: string) => {
    const path = (workspace: string) => `${agentPath(agent)(workspace)}/sessions`;
    const started = await cli.ask(AgentSessionStarted, path, { method: "POST", body: {}, ...roleOfAgent(agent) });
    const as = cli.flags.as === undefined ? "" : ` --as ${plainLine(cli.flags.as)}`;
    cli.show(started, ({ sessionId, memory, acknowledgement, brief, openSessions }) => {
      const { strong, faint, warn } = cli.paint;
      const others = openSessions
        .filter(({ id }) => id !== sessionId)
        .map(
          ({ id, startedAt }) =>
            `${warn("open since")} ${shortTime(startedAt)}: wardroom memory close ${plainLine(agent)} ${id}${as} --summary … --outcome …\n`,
        );
      return [
        `${plainLine(acknowledgement)}\n\n`,
        memory === null ? "" : `${plainText(memory.text).trimEnd()}\n\n`,
        brief.text.trim() === "" ? "" : `${plainText(brief.text).trimEnd()}\n\n`,
        ...others,
        `${strong(`Session ${sessionId}`)} ${faint(`started. At the end: wardroom memory close ${plainLine(agent)} ${sessionId}${as} --summary … --outcome …`)}\n`,
      ].join("");
    });
  });
}

function addClear(group: Command, cli: Cli): void {
  const command = group
    .command("clear")
    .argument("<agent>")
    .description("delete the memory; asks first, and the history keeps it");
  addExamples(command, ["wardroom memory clear implementer", "wardroom memory clear implementer --yes"]);
  command.action(async (agent: string) => {
    const path = (workspace: string) => `${agentPath(agent)(workspace)}/memory`;
    const { path: file, sections, lines } = await cli.ask(AgentMemory, path);
    const entries = sections.reduce((sum, section) => sum + section.entries.length, 0);
    await cli.confirm(
      `${file} with ${sayCount(entries, "entry", "entries")} on ${sayCount(lines, "line")} will be deleted.`,
    );
    const address = (workspace: string) => path(workspace) + query({ confirm: agent });
    const cleared = await cli.ask(AgentMemoryCleared, address, { method: "DELETE" });
    cli.show(
      cleared,
      () => `${cli.paint.good("Cleared")} the memory of ${plainLine(cleared.agent)}; its history is kept.\n`,
    );
  });
}
