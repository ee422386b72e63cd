import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { SearchResults, type SearchResult } from "@/lib/contracts/search";
import type { Cli } from "@/lib/cli/cli";
import { addExamples, positiveNumber } from "@/lib/cli/declare-command";
import { plainLine } from "@/lib/cli/terminal-text";

/** The index of a process that was just begun is read within this many looks. */
const LOOKS = 200;
const PAUSE_MS = 50;

interface Options {
  kind?: string;
  role?: string;
  tag?: string;
  state?: string;
  session?: string;
  since?: string;
  until?: string;
  limit: number;
}

/** `wardroom search`: finds it again in every kind of memory. */
export function addSearchCommand(program: Command, cli: Cli): void {
  const command = program
    .command("search")
    .argument("<words...>", "in any order; beginnings and typing errors are found")
    .description("search everything: team memories, contexts, agents' memories, knowledge, team sessions")
    .option("--kind <kinds>", "item, context, agent, knowledge, team; comma-separated")
    .option("--role <roles>", "roles, agents or teams")
    .option("--tag <tags>", "such as Decision; none means untagged")
    .option("--state <states>", "active, archived, resolved, replaced")
    .option("-s, --session <sessions>")
    .option("--since <time>", "written at this date or time (UTC) or later, such as 2026-11-20")
    .option("--until <time>", "written before this date or time (UTC)")
    .option("-n, --limit <count>", "so many at most", positiveNumber, 20);
  addExamples(command, ["wardroom search retry deadline", "wardroom search 재시도 --kind item --state active"]);
  command.action(async (words: string[], options: Options) => {
    const asked = { ...options, q: words.join(" ") };
    const found = await cli.working("Reading what there is", () => findAll(cli, asked));
    cli.show(found, ({ items, total }) =>
      items.length === 0
        ? "No results.\n"
        : `${items.map((item) => render(cli, item)).join("")}${total > items.length ? cli.paint.faint(`${items.length} of ${total}; more with --limit`) : ""}`,
    );
  });
}

/** What is found once everything has been read. */
async function findAll(cli: Cli, asked: Options & { q: string }): Promise<SearchResults> {
  for (let look = 1; ; look++) {
    const found = await cli.ask(SearchResults, `/search${query({ ...asked })}`);
    if (found.index.complete || look === LOOKS) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function render(cli: Cli, { title, snippet, path, line, kind, tag, state, now }: SearchResult): string {
  const { paint } = cli;
  const facts = [kind, tag, state === "active" ? null : state].filter((each) => each !== null).join(", ");
  const place = paint.faint(`${path}:${line}`);
  const next = now === undefined ? "" : `  now: ${plainLine(`${now.role}: ${now.text} (${now.id})`)}\n`;
  return `${paint.name(plainLine(title))} ${paint.faint(facts)}\n  ${plainLine(snippet.text)}\n${next}  ${place}\n`;
}
