import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { api, query } from "@/lib/client/paths";
import { Context, DeltaBetween, UpdateList } from "@/lib/contracts/context";
import { frameText } from "@/lib/core/text/frame";
import { AppError } from "@/lib/core/errors";
import { addAckCommand } from "@/lib/cli/commands/context-ack";
import { addPublishCommand } from "@/lib/cli/commands/context-publish";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { plainText } from "@/lib/cli/plain-text";
import { sayCount } from "@/lib/core/text/say-count";

/** `wardroom context`: what everybody works from, its versions, and who has confirmed which. */
export function addContextCommands(program: Command, cli: Cli): void {
  const group = program
    .command("context")
    .description("the global context: show, publish, delta, updates, ack, status, lost");
  addPublishCommand(group, cli);
  addDelta(group, cli);
  addUpdates(group, cli);
  addAckCommand(group, cli);
}

function addDelta(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("delta"))
    .argument("[from]", "such as GC-v3; the version before when left out")
    .argument("[to]", "such as GC-v4; the current one when left out")
    .description("what changed from one version to another, as it is sent");
  addExamples(command, ["wardroom context delta", "wardroom context delta GC-v2 GC-v4"]);
  command.action(async (from: string | undefined, to: string | undefined, choice: SessionChoice) => {
    const path = (await chooseSession(cli, choice))(api.context);
    const target = to ?? (await cli.ask(Context, path)).version;
    const range = { from: from ?? before(target), to: target };
    const delta = await cli.ask(DeltaBetween, (workspace) => `${path(workspace)}/delta${query(range)}`);
    const { faint } = cli.paint;
    cli.show(delta, ({ text, tokens, fullTokens, fallback }) => {
      const cost = `${tokens} tokens; the full text has ${fullTokens}.`;
      return `${plainText(text).trimEnd()}\n${faint(fallback === null ? cost : `${cost} Sent in full: ${fallback}`)}\n`;
    });
  });
}

/** GC-v3 for GC-v4; the empty text before the first. */
function before(version: string): string {
  const number = Number(/^(?:GC-v)?(\d+)$/.exec(version)?.[1] ?? Number.NaN); // GC-v4, 4
  if (!Number.isNaN(number)) return `GC-v${Math.max(0, number - 1)}`;
  throw new AppError("invalid_input", `"${version}" is not a version.`, { hint: "Write GC-v4." });
}

function addUpdates(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("updates"))
    .argument("<role>")
    .option("--wait <seconds>", "wait up to this long for one", wholeNumber, 0)
    .description("the messages that wait for a role: read them, then acknowledge");
  addExamples(command, ["wardroom context updates implementer-1", "wardroom context updates implementer-1 --wait 25"]);
  command.action(async (role: string, { wait, ...choice }: SessionChoice & { wait: number }) => {
    const path = (await chooseSession(cli, choice))(api.context);
    const address = (workspace: string) =>
      `${path(workspace)}/updates${query({ role, wait: wait === 0 ? undefined : wait })}`;
    const list = await cli.working("Waiting for an update", () => cli.ask(UpdateList, address, { role }));
    const { faint, strong } = cli.paint;
    cli.show(list, ({ items }) =>
      items.length === 0
        ? `No update waits for ${role}.\n`
        : items
            .map(({ version, mode, kind, text, total, author }) => {
              const head = `${strong(`${version} ${kind === "update" ? mode : kind}`)}${faint(`, ${sayCount(total, "item")}`)}`;
              const source = `${kind === "guidance" ? "guidance" : "context"} ${version}`;
              const framed = frameText(text.trimEnd(), { source, author, boundary: randomBytes(4).toString("hex") });
              return `${head}\n\n${plainText(framed)}\n`;
            })
            .join("\n") + faint(`Then: wardroom context ack ${role}${countOf(items)}\n`),
    );
  });
}

/** How to say that all of the newest update was understood; nothing for guidance, which needs no answer. */
function countOf(items: UpdateList["items"]): string {
  const awaited = items.findLast(({ kind }) => kind !== "guidance");
  return awaited === undefined ? "" : ` --applied ${awaited.total}`;
}
