import type { Command } from "commander";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { minutesOf } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { api } from "@/lib/client/paths";
import { Claimed, Presence, StateLine, type Claim } from "@/lib/contracts/presence";
import { Done } from "@/lib/contracts/primitives";
import { AppError } from "@/lib/core/errors";
import { foldRoleId } from "@/lib/core/memory/role-id";

/** `wardroom team`, `state`, `claim` and `nudge`: what teammates tell each other that is no memory. */
export function addPresenceCommands(program: Command, cli: Cli): void {
  addState(program, cli);
  addClaim(program, cli);
}

function addState(program: Command, cli: Cli): void {
  const command = addSessionOption(program.command("state").argument("<role>").argument("<text...>")).description(
    "say how far you are, in one line that takes the place of the last; it is not memory",
  );
  addExamples(command, ['wardroom state implementer-1 "GC-v3: usage and case in src/limiter.js, 3 min"']);
  command.action(async (role: string, words: string[], choice: SessionChoice) => {
    const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/state`);
    const text = await cli.text(words);
    const body = { text, ...(await ownRole(cli, role)) };
    const line = await cli.ask(StateLine, path, { method: "POST", body, ...asRole(role) });
    cli.show(line, () => `${cli.paint.good("Noted")} for ${foldRoleId(role)}. Others see it when they next look.\n`);
  });
}

function addClaim(program: Command, cli: Cli): void {
  const command = addSessionOption(program.command("claim").argument("<role>").argument("[what...]"))
    .option("--for <time>", "for how long, such as 10m or 2h; it then ends by itself", minutesOf, 10)
    .option("--done", "end it: what was named, or all you claimed")
    .description("say what you work on, so that nobody does the same; it locks nothing");
  addExamples(command, ['wardroom claim tester-1 "vendor/kv for traps" --for 10m', "wardroom claim tester-1 --done"]);
  command.action(async (role: string, words: string[], given: SessionChoice & { for: number; done?: true }) => {
    const { for: minutes, done, ...choice } = given;
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.session(scope)}/claims`);
    const what = await cli.text(words);
    if (done !== true) {
      if (what === "") throw nothingNamed();
      const body = { what, minutes, ...(await ownRole(cli, role)) };
      const claimed = await cli.ask(Claimed, path, { method: "POST", body, ...asRole(role) });
      cli.show(
        claimed,
        () =>
          `${cli.paint.good("Claimed")} for ${claimed.claim.role} until ${until(claimed.claim)}.\n${othersOf(claimed.others)}`,
      );
      return;
    }
    const { roles } = await cli.ask(
      Presence,
      session((scope) => `${api.session(scope)}/team`),
      asRole(role),
    );
    const own = roles.find((each) => each.role === foldRoleId(role))?.claims ?? [];
    const ending = own.filter((claim) => what === "" || claim.what === what);
    if (ending.length === 0) throw noClaim(own);
    for (const { id } of ending) {
      await cli.ask(Done, (workspace) => `${path(workspace)}/${id}/end`, { method: "POST", ...asRole(role) });
    }
    cli.show({ done: true }, () => `${cli.paint.good("Done")}: ${ending.map((claim) => claim.what).join("; ")}.\n`);
  });
}

/** The role as a body names it: a caller who is somebody is refused what is another's, and the owner acts as the role. */
async function ownRole(cli: Cli, role: string): Promise<{ role?: string }> {
  return (await cli.isSomebody()) ? { role } : {};
}

function asRole(role: string): { role?: string } {
  return foldRoleId(role) === "Lead" ? {} : { role };
}

function until({ until: end }: Claim): string {
  return shortTime(end);
}

function othersOf(others: readonly Claim[]): string {
  return others.map((claim) => `${claim.role} works on ${plainLine(claim.what)} until ${until(claim)}.\n`).join("");
}

function nothingNamed(): AppError {
  return new AppError("invalid_input", "Say what you work on.", {
    hint: 'For example: wardroom claim tester-1 "vendor/kv for traps", or end what you claimed with --done.',
  });
}

function noClaim(own: readonly Claim[]): AppError {
  const held = own.map(({ what }) => `"${what}"`).join(", ");
  return new AppError("not_found", "No such claim is active.", {
    hint: own.length === 0 ? "It may have run out: nothing is left to do." : `You hold ${held}.`,
  });
}
