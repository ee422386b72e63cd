import { agentCommands, quoted } from "@/lib/client/agent-commands";
import type { SessionScope } from "@/lib/client/paths";
import { CLIENTS, clientTitle, isPasted, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";
import { say } from "@/lib/core/i18n/say";

/** How an agent can be let in, the plainest first; `curl` for programs that are no client of MCP. */
export const WAYS = ["start", "config", "plugin", "curl"] as const;
export type Way = (typeof WAYS)[number];

export interface Joining {
  scope: SessionScope;
  role: string;
  token: string;
  client: ClientName | PastedName;
  /** Where programs reach this Wardroom. */
  origin: string;
  /** The project's folder, and Wardroom's own. */
  folder: string;
  wardroom: string;
}

/** What lets one agent in: text to run or to paste. */
export interface Entrance {
  about: string;
  text: string;
}

export function waysOf(client: ClientName | PastedName): Way[] {
  return WAYS.filter((way) =>
    way === "plugin" ? client === "claude" || client === "gemini" : way !== "start" || !isPasted(client),
  );
}

/** How one agent is let in that way. Every word of it that is not ours is quoted. */
export function entranceOf(way: Way, joining: Joining): Entrance {
  const name = clientTitle(joining.client);
  switch (way) {
    case "start":
      return { about: say("Starts {name} in the project as this role.", { name }), text: startOf(joining) };
    case "config":
      return configOf(joining);
    case "plugin":
      return {
        about: say("Installs the plugin in all your projects; starts as this role."),
        text: pluginOf(joining),
      };
    case "curl":
      return {
        about: say("For programs that speak HTTP."),
        text: agentCommands(joining.origin, joining.scope, joining.token)
          .map(({ title, command }) => `# ${title}\n${command}`)
          .join("\n"),
      };
  }
}

function startOf({ scope, role, token, client, folder, origin }: Joining): string {
  const [program = client] = isPasted(client) ? [] : CLIENTS[client].programs;
  const words = [
    `WARDROOM_URL=${quoted(origin)}`,
    `WARDROOM_SESSION=${quoted(scope.session)}`,
    `WARDROOM_ROLE=${quoted(role)}`,
    `WARDROOM_TOKEN=${quoted(token)}`,
    program,
  ];
  return `cd ${quoted(folder)} &&\n  ${words.join(" ")}`;
}

function pluginOf(joining: Joining): string {
  const install =
    joining.client === "gemini"
      ? [`gemini extensions link ${quoted(`${joining.wardroom}/plugin/gemini`)}`]
      : [`claude plugin marketplace add ${quoted(joining.wardroom)}`, "claude plugin install wardroom@wardroom"];
  return [...install, startOf(joining)].join("\n");
}

function configOf({ token, client, origin }: Joining): Entrance {
  const url = `${origin}/api/mcp`;
  const headers = { Authorization: `Bearer ${token}` };
  const header = quoted(`Authorization: Bearer ${token}`);
  const json = (value: object) => JSON.stringify(value, null, 2);
  switch (client) {
    case "claude":
      return {
        about: say("Adds the server for you here; no project file changes."),
        text: `claude mcp add --scope local --transport http wardroom ${quoted(url)} --header ${header}`,
      };
    case "codex":
      return {
        about: say("For ~/.codex/config.toml; start Codex with the token in WARDROOM_TOKEN."),
        text: `[mcp_servers.wardroom]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "WARDROOM_TOKEN"\n\n# WARDROOM_TOKEN=${quoted(token)} codex`,
      };
    case "gemini":
      return {
        about: say("Adds the server for you, in every project."),
        text: `gemini mcp add --scope user --transport http wardroom ${quoted(url)} --header ${header}`,
      };
    case "opencode":
      return {
        about: say("For ~/.config/opencode/opencode.json."),
        text: json({ mcp: { wardroom: { type: "remote", url, headers, enabled: true } } }),
      };
    case "cursor":
      return { about: say("For ~/.cursor/mcp.json."), text: json({ mcpServers: { wardroom: { url, headers } } }) };
    case "copilot":
      return {
        about: say("Adds the server to VS Code for you."),
        text: `code --add-mcp ${quoted(JSON.stringify({ name: "wardroom", type: "http", url, headers }))}`,
      };
    case "windsurf":
      return {
        about: say("For ~/.codeium/windsurf/mcp_config.json."),
        text: json({ mcpServers: { wardroom: { serverUrl: url, headers } } }),
      };
  }
}
