import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { AckMatrix } from "@/lib/contracts/context";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import type { Paint } from "@/lib/operations/terminal";
import { shortTime } from "@/lib/cli/short-time";

type RoleRow = AckMatrix["roles"][number];

/** `wardroom context status`: which version each role has confirmed. */
export function addMatrixCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("status")).description(
    "which version each role has confirmed, and who is behind",
  );
  addExamples(command, ["wardroom context status", "wardroom context status --session checkout --json"]);
  command.action(async (choice: SessionChoice) => {
    const path = (await chooseSession(cli, choice))(api.context);
    const { paint } = cli;
    cli.show(await cli.ask(AckMatrix, (workspace) => `${path(workspace)}/acks`), ({ version, roles }) => {
      if (roles.length === 0) return `Current: ${version}. There is no role yet.\n`;
      const table = cli.table(roles, [
        { title: "ROLE", value: ({ role }) => role, style: paint.name },
        { title: "CONFIRMED", value: ({ confirmed }) => confirmed ?? "-" },
        { title: "BEHIND", value: ({ behind }) => String(behind), align: "right" },
        { title: "CURRENT", value: (row) => stateOf(row), style: (text, row) => colour(row, paint)(text) },
        { title: "SENT", value: (row) => shortTime(row.cells.at(-1)?.sentAt ?? null), style: paint.faint },
      ]);
      return `Current: ${paint.strong(version)}\n${table}`;
    });
  });
}

function stateOf({ lostAt, state, cells }: RoleRow): string {
  if (state !== "active") return state;
  return lostAt === null ? (cells.at(-1)?.state ?? "none") : "lost";
}

function colour(row: RoleRow, paint: Paint): (text: string) => string {
  switch (stateOf(row)) {
    case "confirmed":
      return paint.good;
    case "overdue":
    case "lost":
      return paint.bad;
    case "pending":
    case "answered":
      return paint.warn;
    default:
      return paint.faint;
  }
}
