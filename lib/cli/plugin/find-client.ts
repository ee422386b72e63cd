import { AppError } from "@/lib/core/errors";
import { ALL_CLIENTS, type ClientName, type PastedName } from "@/lib/core/plugin-setup/client-names";

/** The client that is meant, Claude Code where none is named. Throws `invalid_input` with the names for any other word. */
export function findClient(word = "claude"): ClientName | PastedName {
  const name = word
    .toLowerCase()
    .replace(/^vs-?code$/, "copilot") // vscode
    .replace(/^claude-code$/, "claude");
  const found = ALL_CLIENTS.find((each) => each === name);
  if (found !== undefined) return found;
  throw new AppError("invalid_input", `Wardroom has no hooks for ${word}.`, {
    hint: `Clients: ${ALL_CLIENTS.join(", ")}, vscode. Any other client of MCP uses: wardroom mcp.`,
  });
}
