import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { askForNews } from "@/lib/cli/ask-for-news";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { plainText } from "@/lib/cli/plain-text";
import { api, query } from "@/lib/client/paths";
import { Inbox } from "@/lib/contracts/inbox";
import { Done } from "@/lib/contracts/primitives";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { frameText } from "@/lib/core/text/frame";

interface InboxChoice extends SessionChoice {
  wait: number;
  again?: true;
  all?: true;
}

/** `wardroom inbox`: what is new for a role or the Lead, each thing once. */
export function addInboxCommand(program: Command, cli: Cli): void {
  const command = addSessionOption(program.command("inbox"))
    .argument("[role]", "whose inbox; the Lead's when left out")
    .option("--wait <seconds>", "wait up to this long for something that matters", wholeNumber, 0)
    .option("--again", "show the last answer once more, with what came since")
    .option("--all", "show everything, however long")
    .description("what is new for a role, each thing once: read it before each step, and wait with it");
  addExamples(command, ["wardroom inbox implementer-1", "wardroom inbox implementer-1 --wait 55", "wardroom inbox"]);
  command.action(async (named: string | undefined, { wait, again, all, ...choice }: InboxChoice) => {
    const session = await chooseSession(cli, choice);
    const path = session(api.inbox);
    const role = named === undefined ? undefined : foldRoleId(named);
    // The owner reads as the role; anybody else only looks, where they may.
    const whose = (await cli.isSomebody()) ? role : undefined;
    const as = role === undefined || role === "Lead" ? {} : { role };
    const ask = (seconds: number) => {
      const wanted = {
        role: whose,
        wait: seconds === 0 ? undefined : seconds,
        again: again && "true",
        all: all && "true",
      };
      return cli.ask(Inbox, (workspace) => `${path(workspace)}${query(wanted)}`, as);
    };
    const inbox = await cli.working("Waiting for something new", () => askForNews(ask, wait));
    cli.show(inbox, (answer) => describe(answer, cli));
    // Only what was printed was read.
    const { mark } = inbox;
    if (mark === null) return;
    await cli.ask(Done, (workspace) => `${path(workspace)}/seen`, { method: "POST", body: { mark }, ...as });
  });
}

function describe(inbox: Inbox, cli: Cli): string {
  const { reader, updates, unconfirmed, entries, left, also } = inbox;
  const who = reader === "Lead" ? "" : ` ${reader}`;
  const of = cli.sessionWords;
  const news = renderInbox(inbox, {
    again: `wardroom inbox${who}${of} --again --all`,
    approve: (relay) => `wardroom relay approve ${relay}${of}`,
  });
  const parts = updates.map(({ text, version, kind, author }) => {
    const source = `${kind === "guidance" ? "guidance" : "context"} ${version}`;
    return plainText(frameText(text.trimEnd(), { source, author, boundary: randomBytes(4).toString("hex") }));
  });
  const awaited = updates.findLast(({ kind }) => kind !== "guidance");
  if (awaited !== undefined) {
    parts.push(cli.paint.faint(`Confirm: wardroom context ack${who} --applied ${awaited.total}${of}`));
  }
  if (entries.length > 0 || left.length > 0 || also.length > 0) parts.push(plainText(news));
  const isAnswered = entries.some(({ tag, concerns, note }) => tag === "Question" && concerns && note !== null);
  if (awaited === undefined && unconfirmed !== null && isAnswered) {
    parts.push(cli.paint.faint(`${unconfirmed} still waits for you: wardroom context updates${who}${of}`));
  }
  if (parts.length > 0) return parts.join("\n");
  return unconfirmed === null ? "No news." : `No news; confirm ${unconfirmed}.`;
}
