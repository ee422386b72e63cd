import type { Command } from "commander";
import { AgentList } from "@/lib/contracts/agents";
import { agentsPath } from "@/lib/cli/agent-path";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom agents`: who works here. */
export function addAgentsCommand(program: Command, cli: Cli): void {
  const command = program.command("agents").description("the agents of the project and what they remember");
  addExamples(command, ["wardroom agents", "wardroom agents --json"]);
  command.action(async () => {
    const { paint } = cli;
    cli.show(await cli.askAll(AgentList, agentsPath), ({ items }) =>
      items.length === 0
        ? "There is no agent yet. Define one in .claude/agents, or: wardroom memory init <agent>\n"
        : cli.table(items, [
            { title: "AGENT", value: ({ name }) => plainLine(name), style: paint.name },
            {
              title: "MEMORY",
              value: ({ memory, exists }) => (memory === "disabled" ? "disabled" : exists ? "yes" : "none yet"),
            },
            { title: "UPDATED", value: ({ lastUpdated }) => plainLine(lastUpdated ?? "-"), style: paint.faint },
            { title: "SESSIONS", value: ({ sessionCount }) => String(sessionCount ?? "-"), align: "right" },
            { title: "THREADS", value: ({ openThreads }) => String(openThreads), align: "right" },
            { title: "OPEN", value: ({ openSessions }) => String(openSessions.length), align: "right" },
            { title: "ABOUT", value: ({ definitions }) => plainLine(definitions[0]?.description ?? ""), shrinks: true },
          ]),
    );
  });
}
