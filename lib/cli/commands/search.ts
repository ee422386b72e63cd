import { query } from "@/lib/client/paths";
import { SearchResults, type SearchResult } from "@/lib/contracts/search";
import type { Cli } from "@/lib/cli/cli";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { plainLine } from "@/lib/cli/terminal-text";
import { searchOperations } from "@/lib/operations/search";
import type { Paint } from "@/lib/operations/terminal";

/** The index of a process that was just begun is read within this many looks. */
const LOOKS = 200;
const PAUSE_MS = 50;
const READING = "Reading what there is";

/** `wardroom search`: finds it again in every kind of memory. */
export const addSearchCommand = commandGroup({}, [
  besideRows(searchOperations)("GET /search", {
    says: "search everything: team memories, contexts, agents' memories, knowledge, team sessions",
    arguments: { words: ["in any order; beginnings and typing errors are found", "q"] },
    options: {
      kind: ["--kind <kinds>", "item, context, agent, knowledge, team; comma-separated"],
      role: ["--role <roles>", "roles, agents or teams"],
      tag: ["--tag <tags>", "such as Decision; none means untagged"],
      state: ["--state <states>", "active, archived, resolved, replaced"],
      session: ["-s, --session <sessions>", ""],
      since: ["--since <time>", "written at this date or time (UTC) or later, such as 2026-11-20"],
      until: ["--until <time>", "written before this date or time (UTC)"],
      limit: ["-n, --limit <count>", "so many at most", 20],
    },
    examples: ["search retry deadline", "search 재시도 --kind item --state active"],
    working: READING,
    part: (found, { said }, cli) =>
      found.index.complete ? found : cli.working(READING, () => findAll(cli, said as Record<string, string>)),
    print: ({ items, total }, { paint }) =>
      items.length === 0
        ? "No results."
        : `${items.map((item) => render(paint, item)).join("")}${total > items.length ? paint.faint(`${items.length} of ${total}; more with --limit`) : ""}`,
  }),
]);

/** What is found once everything has been read. */
async function findAll(cli: Cli, asked: Readonly<Record<string, string>>): Promise<SearchResults> {
  for (let look = 2; ; look++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const found = await cli.ask(SearchResults, `/search${query(asked)}`);
    if (found.index.complete || look >= LOOKS) return found;
  }
}

function render(paint: Paint, { title, snippet, path, line, kind, tag, state, now }: SearchResult): string {
  const facts = [kind, tag, state === "active" ? null : state].filter((each) => each !== null).join(", ");
  const place = paint.faint(`${path}:${line}`);
  const next = now === undefined ? "" : `  now: ${plainLine(`${now.role}: ${now.text} (${now.id})`)}\n`;
  return `${paint.name(plainLine(title))} ${paint.faint(facts)}\n  ${plainLine(snippet.text)}\n${next}  ${place}\n`;
}
