import type { Command } from "commander";
import { z } from "zod";
import { api } from "@/lib/client/paths";
import { RequestError } from "@/lib/client/request-error";
import { ItemAdded, ItemRelayed, SaidAlready, spelledTag, Tag } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { asksFirst } from "@/lib/core/inbox/said-already";
import { isRoleName, foldRoleId } from "@/lib/core/memory/role-id";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

/** `wardroom say`: one item of the team memory, as the role that says it. */
export function addSayCommand(program: Command, cli: Cli): void {
  const command = program
    .command("say")
    .argument(
      "<role>",
      "who says it, such as implementer-1 or Lead; or a section of text, such as Log, into which the Lead writes",
    )
    .argument("<tag>", Tag.options.join(", "))
    .argument("<text...>", "what to say, or - for standard input")
    .description("add an item to a role's section of the team memory");
  addSessionOption(command).option(
    "--anyway",
    "also where others said nearly this, or something of it you have not read",
  );
  addExamples(
    command,
    [
      'wardroom say implementer-1 finding "The card form loads its own fonts"',
      "git log -1 --format=%B | wardroom say implementer-1 decision -",
    ],
    "A role that is a relay, such as researcher-1, leaves the item with the Lead: wardroom relay list",
  );
  command.action(
    async (role: string, tag: string, words: string[], { anyway, ...choice }: SessionChoice & { anyway?: true }) => {
      const text = await cli.text(words);
      const session = await chooseSession(cli, choice);
      // The owner acts as the role, and as the Lead for a section of text, which is nobody's. Whoever is somebody already, by a
      // token or by --as, names the section, and is refused one that is another's.
      const acting = isRoleName(foldRoleId(role)) ? { role } : {};
      const named = (await cli.isSomebody()) || acting.role === undefined ? { role } : {};
      const body = { tag: spelledTag(tag), text, anyway: anyway ?? !asksFirst(tag), ...named };
      const path = session((scope) => `${api.memory(scope)}/items`);
      const answer = await cli
        .ask(z.union([ItemAdded, ItemRelayed]), path, { method: "POST", body, ...acting })
        .catch((error: unknown) => {
          throw cli.flags.json === true ? error : asSaidHere(error, role, choice);
        });
      cli.show(answer, () => {
        const { good, faint, warn } = cli.paint;
        const advice = answer.advice === undefined ? "" : `${warn("note:")} ${plainLine(answer.advice.hint)}\n`;
        if ("item" in answer) {
          const place = answer.addedTo ?? `the section of ${role}`;
          return `${good("Added")} to ${plainLine(place)} as ${answer.item.id}, revision ${answer.revision}.\n${advice}`;
        }
        const { relay } = answer;
        return `${good("Left with the Lead")} as relay ${relay.id}. ${faint(`The Lead decides: wardroom relay approve ${relay.id}`)}\n${advice}`;
      });
    },
  );
}

/** The refusal to say something again, with what to type next, as whoever said it. */
function asSaidHere(error: unknown, role: string, { session }: SessionChoice): unknown {
  if (!(error instanceof RequestError) || error.code !== "said_already") return error;
  const { detail = error.message, current } = error.problem ?? {};
  const [first] = SaidAlready.safeParse(current).data?.said ?? [];
  const place = session === undefined ? "" : ` --session ${session}`;
  return new AppError("said_already", detail, {
    hint: `Confirm it: wardroom same ${first?.id ?? "<item>"} --as ${role}${place}; or say yours once more with --anyway.`,
    ...(current !== undefined && { current }),
  });
}
