import type { Command } from "commander";
import { AgentList, type AgentReport } from "@/lib/contracts/agents";
import { agentsPath } from "@/lib/cli/agent-path";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** Where to read what teammates reported, a line for each. */
function sayReports(reports: readonly AgentReport[]): string {
  if (reports.length === 0) return "";
  const lines = reports.map(({ agent, session, phase, path }) => plainLine(`  ${agent}, ${session} ${phase}: ${path}`));
  return `\nReports of teammates:\n${lines.join("\n")}\n`;
}

/** `wardroom agents`: who works here. */
export function addAgentsCommand(program: Command, cli: Cli): void {
  const command = program.command("agents").description("the agents of the project and what they remember");
  addExamples(command, ["wardroom agents", "wardroom agents --json"]);
  command.action(async () => {
    const { paint } = cli;
    cli.show(
      await cli.askAll(AgentList, agentsPath),
      ({ items, reports }) =>
        (items.length === 0
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
              {
                title: "ABOUT",
                value: ({ definitions }) => plainLine(definitions[0]?.description ?? ""),
                shrinks: true,
              },
            ])) + sayReports(reports),
    );
  });
}
