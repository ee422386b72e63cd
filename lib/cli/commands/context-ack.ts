import type { Command } from "commander";
import { api, query } from "@/lib/client/paths";
import { AckGiven, UpdateList } from "@/lib/contracts/context";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { wholeNumber } from "@/lib/cli/numbers";
import { plainText } from "@/lib/cli/plain-text";

type Options = SessionChoice & {
  gc?: string;
  applied?: number;
  total?: number;
  impact?: string;
  action?: string;
  unclear?: string[];
};

/** `wardroom context ack`: a role confirms what it was sent. */
export function addAckCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("ack"))
    .argument("<role>")
    .argument("[message...]", "the [ACK-UPDATE] message, or - for standard input")
    .option("--gc <version>", "the version, such as GC-v4; the one that waits when left out")
    .option("--applied <count>", "how many items were applied; all when left out", wholeNumber)
    .option("--total <count>", "how many there were", wholeNumber)
    .option("--impact <words>", "what it means for the role's work")
    .option("--action <action>", "continue, pause or need_clarification", "continue")
    .option("--unclear <reference>", "what is not clear, again for each, such as §Scope.goal", collect)
    .description("confirm the update that waits for a role, after reading it");
  addExamples(command, [
    "wardroom context ack implementer-1",
    'wardroom context ack implementer-1 --applied 2 --action need_clarification --unclear "§Scope.goal"',
    "wardroom context ack implementer-1 - < ack.txt",
  ]);
  command.action(async (role: string, message: string[], { session: chosen, ...options }: Options) => {
    const path = (await chooseSession(cli, chosen === undefined ? {} : { session: chosen }))(api.context);
    const body = message.length > 0 ? { role, text: await cli.text(message) } : await fields(cli, path, role, options);
    const given = await cli.ask(AckGiven, (workspace) => `${path(workspace)}/acks`, { method: "POST", body, role });
    cli.show(given, ({ ack, leadAction, repeated }) => {
      const state = ack.confirmed ? cli.paint.good("Confirmed") : cli.paint.warn("Noted, not confirmed:");
      const next = leadAction === "none" ? "" : ` The Lead is offered: ${leadAction}.`;
      return `${state} ${ack.version} for ${ack.role}, ${ack.applied} of ${ack.total}${repeated ? ", as before" : ""}.${next}\n`;
    });
  });
}

/** The acknowledgement in its parts; what was not given is taken from the update that waits. */
async function fields(cli: Cli, path: (workspace: string) => string, role: string, options: Omit<Options, "session">) {
  const { gc, applied, total, impact, action = "continue", unclear } = options;
  const waiting = gc === undefined || total === undefined ? await newest(cli, path, role, gc) : undefined;
  const all = total ?? waiting?.total ?? 0;
  return {
    role,
    version: gc ?? waiting?.version,
    applied: applied ?? all,
    total: all,
    action: action.toUpperCase(),
    ...(impact !== undefined && { impact }),
    ...(unclear !== undefined && { unclear }),
  };
}

async function newest(cli: Cli, path: (workspace: string) => string, role: string, version: string | undefined) {
  // The owner looks as the Lead, so that guidance, which a role is handed once, still waits for it afterwards.
  const { items } = await cli.ask(UpdateList, (workspace) => `${path(workspace)}/updates${query({ role })}`);
  if (!(await cli.isOwner())) {
    for (const { text } of items.filter(({ kind }) => kind === "guidance"))
      cli.surroundings.stderr.write(`${plainText(text)}\n`);
  }
  const found = items.filter((item) => item.kind !== "guidance" && (version ?? item.version) === item.version).at(-1);
  if (found !== undefined) return found;
  throw new AppError("not_found", `No update waits for ${role}${version === undefined ? "" : ` with ${version}`}.`, {
    hint: "See where everybody stands: wardroom context status. To confirm again, give --gc, --applied and --total.",
  });
}
