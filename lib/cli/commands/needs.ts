import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { api } from "@/lib/client/paths";
import { sayNeed } from "@/lib/client/say-need";
import { type Need, NeedList } from "@/lib/contracts/needs";

/** `wardroom needs`: what waits for a person in every session, the most urgent first; and `wardroom mark`. */
export function addNeedsCommand(program: Command, cli: Cli): void {
  const command = program
    .command("needs")
    .description("what waits for a person in all sessions, the most urgent first")
    .option("--snoozed", "what you put off");
  addExamples(command, ["wardroom needs", "wardroom needs --snoozed", "wardroom needs --json"]);
  command.action(async ({ snoozed }: { snoozed?: true }) => {
    const path = (workspace: string) => `${api.needs(workspace)}${snoozed ? "?snoozed=true" : ""}`;
    cli.show(await cli.askAll(NeedList, path), ({ items }) =>
      items.length === 0
        ? `${cli.paint.good(snoozed ? "You put nothing off." : "Nothing waits for you.")}\n`
        : `${items.map((need) => describe(need, cli)).join("\n")}\n`,
    );
  });
}

function describe(need: Need, { paint }: Cli): string {
  const { who, text } = sayNeed(need);
  const to = need.assignee === null ? null : `assigned to ${need.assignee.me ? "you" : need.assignee.name}`;
  const place = [need.session, who, to].filter((part) => part !== null).map(plainLine);
  const since = need.at === null ? "" : `  ${paint.faint(`${need.atLeast ? "before " : ""}${shortTime(need.at)}`)}`;
  const urgency = need.urgency === "now" ? paint.bad("now  ") : need.urgency === "soon" ? paint.warn("soon ") : "later";
  const key = paint.faint(`  ${plainLine(need.key)}`);
  const until = need.snoozedUntil === null ? "" : paint.faint(`  until ${shortTime(need.snoozedUntil)}`);
  return `${urgency}  ${plainLine(text)}\n       ${paint.faint(place.join(" · "))}${since}${until}${key}${nextStep(need, paint.faint)}`;
}

/** The command that settles it, where one does. */
function nextStep(need: Need, faint: (text: string) => string): string {
  const command = commandFor(need);
  // Files are named by themselves; everything else is in a session.
  const isOfSession = need.kind !== "repair" && need.kind !== "broken" && need.session !== null;
  const session = isOfSession ? ` --session ${plainLine(need.session ?? "")}` : "";
  return command === null ? "" : faint(`  ${command}${session}`);
}

function commandFor(need: Need): string | null {
  switch (need.kind) {
    case "relay":
      return `wardroom relay approve ${need.relay.id}`;
    case "conflict":
    case "question":
    case "assigned":
      return `wardroom curate resolve ${need.item.id} "…"`;
    case "mention":
      return `wardroom comment add ${need.item.id} "…"`;
    case "gate":
      return `wardroom gate show ${need.gate}`;
    case "ack":
      return "wardroom context status";
    case "repair":
      return "wardroom repair list";
    case "broken":
      return need.fault.fix === null ? "wardroom fault list" : `wardroom fault fix ${need.fault.id}`;
    case "outside":
    case "long":
      return null;
  }
}
