import type { Command } from "commander";
import { api, query } from "@/lib/client/paths";
import { describeEvent, sayActor } from "@/lib/client/describe-event";
import { Event, EventList } from "@/lib/contracts/events";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { eventsIn } from "@/lib/cli/server-sent-events";
import { RequestError } from "@/lib/client/request-error";

interface Options {
  session?: string;
  last: number;
}

/** `wardroom watch`: what happens in the workspace, line by line while it happens. */
export function addWatchCommand(program: Command, cli: Cli): void {
  const command = program
    .command("watch")
    .option("-s, --session <session>", "only what happens in this session")
    .option("-n, --last <count>", "begin with this many earlier events", wholeNumber, 5)
    .description("print what happens as it happens, until Ctrl+C; nothing counts as read by it");
  addExamples(command, ["wardroom watch", "wardroom watch --session checkout", "wardroom watch --json > events.jsonl"]);
  command.action(async ({ session, last }: Options) => {
    const { items } = await cli.ask(
      EventList,
      (workspace) => api.events(workspace) + query({ limit: Math.max(last, 1), session }),
    );
    const show = (event: Event) => {
      if (session !== undefined && event.session !== session) return;
      const line = cli.flags.json === true ? JSON.stringify(event) : lineOf(event, cli);
      cli.surroundings.stdout.write(`${line}\n`);
    };
    for (const event of items.slice(0, last).reverse()) show(event);
    const { body } = await cli.send(
      (workspace) => `${api.events(workspace)}/stream${query({ lastEventId: items[0]?.id })}`,
      { accept: "text/event-stream" },
    );
    for await (const data of body === null ? [] : eventsIn(body)) {
      const event = Event.safeParse(JSON.parse(data));
      if (event.success) show(event.data);
    }
    throw new RequestError("unreachable", "The server ended the stream.", 0, "Run it again: wardroom watch.");
  });
}

function lineOf(event: Event, { paint }: Cli): string {
  const { did, tag, quote } = describeEvent(event);
  const said = quote === null ? "" : `: ${tag === null ? "" : `[${tag}] `}${quote}`;
  const where = event.session === null ? "" : `  ${paint.faint(plainLine(event.session))}`;
  return `${paint.faint(shortTime(event.at))}  ${paint.name(plainLine(sayActor(event)))} ${plainLine(did + said)}${where}`;
}
