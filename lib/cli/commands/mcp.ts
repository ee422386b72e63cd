import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { bridgeLines, type Send } from "@/lib/cli/mcp-bridge";

/** `wardroom mcp`: the MCP server for clients that start a program and speak to it in lines. */
export function addMcpCommand(program: Command, cli: Cli): void {
  const command = program
    .command("mcp")
    .description("speak MCP over standard input and output, for clients that start a program");
  addExamples(
    command,
    ["wardroom mcp --as implementer-1", "WARDROOM_TOKEN=wr_… wardroom mcp --workspace shop"],
    "With the owner's token and no --as, who calls is not known: it reads, and leaves items with the Lead.",
  );
  addSessionOption(command).action(async ({ session }: SessionChoice) => {
    const send = await sender(cli, session ?? cli.surroundings.env["WARDROOM_SESSION"] ?? "");
    // Only now: what comes before somebody reads it is lost.
    const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
    await bridgeLines(lines, send, (line) => cli.surroundings.stdout.write(`${line}\n`));
  });
}

/** Sends to the running server, or to the same handlers in this process, with the credential and role the command was given. */
async function sender(cli: Cli, session: string): Promise<Send> {
  const { port, origin, ownerToken, workspace } = await cli.connection();
  const { flags, surroundings } = cli;
  const token = flags.token ?? (surroundings.env["WARDROOM_TOKEN"] || ownerToken);
  const role = flags.as ?? (surroundings.env["WARDROOM_ROLE"] || undefined);
  const known: Record<string, string> = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(role !== undefined && { "x-wardroom-role": inHeader(role) }),
    ...cli.runHeader(role),
    // What calls are about that name nothing else.
    ...(workspace !== "" && { "x-wardroom-workspace": inHeader(workspace) }),
    ...(session !== "" && { "x-wardroom-session": inHeader(session) }),
  };
  return (body, headers, signal) =>
    port({ url: `${origin}/api/mcp`, method: "POST", body, headers: { ...known, ...headers }, signal });
}

/** A header carries text as UTF-8. */
function inHeader(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
