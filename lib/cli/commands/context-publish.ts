import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Published } from "@/lib/contracts/context";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { plainLine } from "@/lib/cli/plain-text";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { sayCount } from "@/lib/core/text/say-count";

type Options = SessionChoice & { dryRun?: true; requiredActions?: string; affected?: string[]; ifMatch?: string };

/** `wardroom context publish`: the next version, sent to every role. */
export function addPublishCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("publish"))
    .argument("[file]", "the text, or - for standard input; the session's own file, changed by hand, when left out")
    .option("--dry-run", "only show what would be sent to whom")
    .option("--required-actions <words>", "what the roles have to do")
    .option("--affected <role>", "whom it concerns, repeat for more; a line of the message", collect)
    .option("--if-match <etag>", "only while the file is the one with this ETag")
    .description("publish the next version of the context");
  addExamples(command, [
    "wardroom context publish --dry-run global-context.md",
    'wardroom context publish global-context.md --required-actions "Re-read §Constraints"',
    "wardroom context publish            # what was changed in the session's own file",
  ]);
  command.action(
    async (file: string | undefined, { dryRun, requiredActions, affected, ifMatch, ...choice }: Options) => {
      const path = (await chooseSession(cli, choice))(api.context);
      const body = {
        ...(file !== undefined && { text: await read(cli, file) }),
        ...(requiredActions !== undefined && { requiredActions }),
        ...(affected !== undefined && { affected }),
      };
      const published = await cli.working("Publishing", () =>
        cli.ask(Published, (workspace) => `${path(workspace)}${dryRun === true ? "?dryRun=true" : ""}`, {
          method: "PUT",
          body,
          ...(ifMatch !== undefined && { ifMatch }),
        }),
      );
      cli.show(published, () => render(cli, published, dryRun === true));
    },
  );
}

async function read(cli: Cli, file: string): Promise<string> {
  const text = file === "-" ? await cli.input() : await readUtf8(cli, file);
  if (text.trim() !== "") return text;
  // A command before the pipe that failed gives this, and every role would be sent it.
  throw new AppError("invalid_input", `${file === "-" ? "Standard input" : file} is empty: nothing was published.`, {
    hint: "Give the whole text of the next version.",
  });
}

async function readUtf8(cli: Cli, file: string): Promise<string> {
  const path = resolve(cli.surroundings.cwd, file);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new AppError(
      missing ? "not_found" : "invalid_input",
      missing ? `There is no file ${path}.` : `${path} cannot be read as UTF-8 text.`,
      { hint: "Name a readable Markdown file, or give the text on standard input with -." },
      { cause: error },
    );
  }
}

function render(cli: Cli, published: Published, preview: boolean): string {
  const { version, changed, delta, fullTokens, deliveries } = published;
  const { paint } = cli;
  if (!changed) return `Nothing changed: ${version} stays the current version.\n`;
  const head = preview
    ? `Would publish ${paint.strong(version)}`
    : `${paint.good("Published")} ${paint.strong(version)}`;
  const changes = delta.operations.length;
  const cost = `a delta of ${sayCount(changes, "change")} has ${delta.tokens} tokens, the full text ${fullTokens}.`;
  if (deliveries.length === 0) return `${head}: ${cost} There is no role to send it to.\n${citedIn(published)}`;
  const table = cli.table(deliveries, [
    { title: "ROLE", value: ({ role }) => role, style: paint.name },
    { title: "SENT", value: ({ why }) => why },
    { title: "TOKENS", value: ({ tokens }) => String(tokens), align: "right" },
  ]);
  return `${head}: ${cost}\n${table}${citedIn(published)}`;
}

/** The items that cite what the version changes, with what can be done about each. */
function citedIn({ cited }: Pick<Published, "cited">): string {
  if (cited.length === 0) return "";
  const lines = cited.map(
    ({ item, role, tag, text, cites }) =>
      `  ${item}  ${plainLine(role)}: [${plainLine(tag ?? "untagged")}] ${plainLine(text)} (cites ${plainLine(cites.join(", "))})\n`,
  );
  const acts =
    "  Keep: wardroom same <id>. Or: wardroom replace <id> <text>, wardroom withdraw <id>, wardroom curate archive <id>\n";
  return `${sayCount(cited.length, "item cites", "items cite")} what it changes:\n${lines.join("")}${acts}`;
}
