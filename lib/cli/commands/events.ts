import { doerOf } from "@/lib/core/history/signed-by";
import type { Command } from "commander";
import { api, query } from "@/lib/client/paths";
import { EventList } from "@/lib/contracts/events";
import { PersonList } from "@/lib/contracts/people";
import { AppError } from "@/lib/core/errors";
import { foldName } from "@/lib/core/text/fold-name";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { positiveNumber } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

interface Options {
  actor?: string;
  action?: string;
  target?: string;
  person?: string;
  session?: string;
  from?: string;
  to?: string;
  limit: number;
  format?: string;
}

/** `wardroom events`: the history. */
export function addEventsCommand(program: Command, cli: Cli): void {
  const command = program
    .command("events")
    .description("the history, newest first")
    .option("--actor <actor>", "what this role or person did; disk for edits made outside")
    .option("--action <action>", "such as item.added or relay.approved")
    .option("--target <target>")
    .option(
      "--person <person>",
      "by name or id: what they did, whatever they were called then, and what was decided about them",
    )
    .option("-s, --session <session>")
    .option("--from <time>", "from this moment on, such as 2026-02-09 or 2026-02-09T10:00:00Z")
    .option("--to <time>", "until this moment")
    .option("-n, --limit <count>", "so many at most", positiveNumber, 20)
    .option("--format <format>", "jsonl or csv: all of them, to be kept");
  addExamples(command, [
    "wardroom events --actor disk",
    "wardroom events --person Dana",
    "wardroom events --session checkout --from 2026-02-09 -n 100",
    "wardroom events --format csv > events.csv",
  ]);
  command.action(async ({ format, limit, from, to, person, ...filter }: Options) => {
    const asked = { ...filter, person: await idOf(cli, person), from: moment(from, "--from"), to: moment(to, "--to") };
    const path = (more: Record<string, string | number>) => (workspace: string) =>
      api.events(workspace) + query({ ...asked, ...more });
    if (format !== undefined) {
      const { body } = await cli.send(path({ format }));
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) cli.surroundings.stdout.write(decoder.decode(chunk, { stream: true }));
      return;
    }
    const list = await cli.ask(EventList, path({ limit }));
    const { paint } = cli;
    cli.show(list, ({ items }) =>
      items.length === 0
        ? "No matching events.\n"
        : cli.table(items, [
            { title: "ID", value: ({ id }) => String(id), align: "right", style: paint.faint },
            { title: "TIME", value: ({ at }) => shortTime(at), style: paint.faint },
            { title: "WHO", value: (event) => plainLine(doerOf(event)), style: paint.name },
            { title: "BY", value: ({ source }) => source },
            { title: "WHAT", value: ({ action }) => action },
            { title: "SESSION", value: ({ session }) => plainLine(session ?? "-") },
            { title: "TARGET", value: ({ target }) => plainLine(target), shrinks: true },
          ]),
    );
  });
}

/** The id of a person by what they are called, or by itself. Somebody who works here comes before who has ended. */
async function idOf(cli: Cli, wanted: string | undefined): Promise<string | undefined> {
  if (wanted === undefined) return undefined;
  const { items } = await cli.ask(
    PersonList,
    (workspace) => `${api.workspace(workspace)}/people` + query({ limit: 500 }),
  );
  const called = items.filter(({ id, name }) => id === wanted || foldName(name) === foldName(wanted));
  const found = called.find(({ endedAt }) => endedAt === null) ?? called[0];
  if (found !== undefined) return found.id;
  throw new AppError("not_found", `There is no person ${wanted}.`, { hint: "List them with: wardroom person list" });
}

/** A day or a moment as the contract wants it; a day begins at midnight UTC. */
function moment(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new AppError("invalid_input", `${option}: "${text}" is no moment.`, {
    hint: "Write 2026-02-09 or 2026-02-09T10:00:00Z.",
  });
}
