import { addressOf } from "@/lib/client/call";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";

export interface AgentCommand {
  title: string;
  command: string;
}

/** A text as one word of a POSIX shell: in single quotes, each quote in it written from outside of them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * What an agent runs to take part as the role a token was made for: read before work, then say what it found. `origin` is
 * where this Wardroom is reached, such as `http://127.0.0.1:4100`.
 */
export function agentCommands(origin: string, scope: SessionScope, token: string): AgentCommand[] {
  const memory = origin + addressOf("GET /sessions/{session}/memory", { params: scope });
  const items = origin + addressOf("POST /sessions/{session}/memory/items", { params: scope });
  return [
    {
      title: say("Keep the token where the agent runs"),
      command: `export WARDROOM_TOKEN=${quoted(token)}`,
    },
    {
      title: say("Read what the team knows"),
      command: `curl -sS -H "Authorization: Bearer $WARDROOM_TOKEN" -H 'Accept: text/markdown' ${quoted(memory)}`,
    },
    {
      title: say("Add to its own section"),
      command: `curl -sS -H "Authorization: Bearer $WARDROOM_TOKEN" -H 'Content-Type: application/json' -d '{"tag":"Finding","text":"What I found out"}' ${quoted(items)}`,
    },
  ];
}

/** The same as one text, to be pasted into the instructions of an agent. */
export function agentBrief(origin: string, scope: SessionScope, role: string, token: string): string {
  const commands = agentCommands(origin, scope, token);
  return [
    `You are ${role} in the session ${scope.session}. Its team memory is kept by Wardroom.`,
    ...commands.map(({ title, command }) => `# ${title}\n${command}`),
    "Tags: Finding, Pattern, Decision, Warning, Dependency, Conflict, Question.",
  ].join("\n\n");
}
