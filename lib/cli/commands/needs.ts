import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { api } from "@/lib/client/paths";
import { sayNeed } from "@/lib/client/say-need";
import { type Need, NeedList } from "@/lib/contracts/needs";

/** `wardroom needs`: what waits for a person in every session, the most urgent first. */
export function addNeedsCommand(program: Command, cli: Cli): void {
  const command = program
    .command("needs")
    .description("what waits for a person in all sessions, the most urgent first");
  addExamples(command, ["wardroom needs", "wardroom needs --json"]);
  command.action(async () => {
    cli.show(await cli.askAll(NeedList, api.needs), ({ items }) =>
      items.length === 0
        ? `${cli.paint.good("Nothing waits for you.")}\n`
        : `${items.map((need) => describe(need, cli)).join("\n")}\n`,
    );
  });
}

function describe(need: Need, { paint }: Cli): string {
  const { who, text } = sayNeed(need);
  const place = [need.session, who].filter((part) => part !== null).map(plainLine);
  const since = need.at === null ? "" : `  ${paint.faint(shortTime(need.at))}`;
  const urgency = need.urgency === "now" ? paint.bad("now  ") : need.urgency === "soon" ? paint.warn("soon ") : "later";
  return `${urgency}  ${plainLine(text)}\n       ${paint.faint(place.join(" · "))}${since}${nextStep(need, paint.faint)}`;
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
      return `wardroom curate resolve ${need.item.id} "…"`;
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
