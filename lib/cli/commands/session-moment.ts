import type { Command } from "commander";
import { api, query } from "@/lib/client/paths";
import { SessionMoment } from "@/lib/contracts/moments";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

/** `wardroom session at`: what everybody knew at a time, and what had changed by then. */
export function addSessionMomentCommand(group: Command, cli: Cli): void {
  const command = group
    .command("at")
    .argument("<session>")
    .description("the session as it was at a time: who knew what, and what had changed by then")
    .option("--at <time>", "a date or time (UTC) such as 2026-11-24T14:32Z; now when left out")
    .option("--since <time>", "mark what changed after it; when left out, after you last looked");
  addExamples(command, [
    "wardroom session at checkout --at 2026-11-24T14:32:00Z",
    "wardroom session at checkout --since 2026-11-24",
  ]);
  command.action(async (session: string, { at, since }: { at?: string; since?: string }) => {
    const address = (workspace: string) => `${api.session({ workspace, session })}/moment${query({ at, since })}`;
    cli.show(await cli.ask(SessionMoment, address), (moment) => render(cli, moment));
  });
}

function render({ paint, table }: Cli, { at, since, memory, context, roles }: SessionMoment): string {
  const changes = memory.sections.flatMap(({ role, items }) =>
    items.flatMap(({ change, text }) =>
      change === null ? [] : [`${change === "added" ? "+" : "~"} ${paint.name(role)} ${plainLine(text)}\n`],
    ),
  );
  const gone = memory.gone.map(({ role, text }) => `- ${paint.name(role)} ${plainLine(text)}\n`);
  const all = [...changes, ...gone];
  const head = `${shortTime(at)}: memory revision ${memory.revision}, context ${context.version ?? "not published"}\n`;
  const known = table(roles, [
    { title: "ROLE", value: ({ role }) => plainLine(role), style: paint.name },
    { title: "KNEW", value: ({ version }) => version ?? "-" },
    { title: "BEHIND", value: ({ behind }) => String(behind), align: "right" },
    { title: "CONFIRMED", value: ({ confirmedAt }) => shortTime(confirmedAt), style: paint.faint },
    { title: "WAITING FOR", value: ({ waiting }) => waiting ?? "-" },
  ]);
  const news =
    since === null ? "" : `\nChanged since ${shortTime(since)}:\n${all.length === 0 ? "Nothing.\n" : all.join("")}`;
  return `${head}\n${roles.length === 0 ? "No roles yet.\n" : known}${news}`;
}
