import type { Command } from "commander";
import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { Claimed, type Claim, Presence, StateLine } from "@/lib/contracts/presence";
import { Done } from "@/lib/contracts/primitives";
import { Me } from "@/lib/contracts/server";
import { AppError } from "@/lib/core/errors";
import { isRoleName } from "@/lib/core/memory/role-id";
import { foldRoleId } from "@/lib/core/memory/section-heading";
import { didYouMean } from "@/lib/core/text/did-you-mean";
import { asPlace, isPathLike, sayElsewhere } from "@/lib/core/places/claimed-place";
import { sayRelated } from "@/lib/core/search/related";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import { minutesOf } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { clockOf, shortTime } from "@/lib/cli/short-time";

/** `wardroom state` and `claim`: what teammates tell each other that is no memory. */
export function addPresenceCommands(program: Command, cli: Cli): void {
  addState(program, cli);
  addClaim(program, cli);
}

/** What is said and as which role: the role comes first, and may be left out where the caller is known. */
interface Said {
  /** Undefined for the caller itself. */
  role: string | undefined;
  words: string[];
}

/** Throws `invalid_input` where the first word is no role and nobody knows who says it; `least` words are to follow a role. */
async function saidBy(
  cli: Cli,
  session: string,
  given: string[],
  typed: { least: number; like: string },
): Promise<Said> {
  const [first = "", ...rest] = given;
  const known = cli.flags.as ?? cli.surroundings.env["WARDROOM_ROLE"];
  const mayBeRole = isRoleName(foldRoleId(first)) && rest.length >= typed.least;
  const isSomebody = known !== undefined && known !== "" ? true : await cli.isSomebody();
  if (!isSomebody) {
    if (mayBeRole) return { role: first, words: rest };
    throw new AppError("invalid_input", "Whose it is, is not said.", {
      hint: `Name the role first: wardroom ${typed.like}. Or add --as implementer-1.`,
    });
  }
  if (!mayBeRole) return { role: undefined, words: given };
  if (known !== undefined && foldRoleId(first) === foldRoleId(known)) return { role: first, words: rest };
  const team = await cli.ask(Presence, `${session}/team`);
  const role = foldRoleId(first);
  // A role that is written wrong is refused as one: its name is no word of what is said.
  const active = team.roles.map((each) => each.role);
  const isRole = active.includes(role) || didYouMean(role, active) !== "";
  return isRole ? { role: first, words: rest } : { role: undefined, words: given };
}

function addState(program: Command, cli: Cli): void {
  const command = addSessionOption(program.command("state").argument("[role]").argument("[text...]")).description(
    "say how far you are, in one line that takes the place of the last; it is not memory",
  );
  addExamples(command, ['wardroom state implementer-1 "GC-v3: usage and case in src/limiter.js, 3 min"']);
  command.action(async (first: string | undefined, others: string[], choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const given = [...(first === undefined ? [] : [first]), ...others];
    const { role, words } = await saidBy(cli, session, given, { least: 1, like: 'state implementer-1 "3 min left"' });
    const text = await cli.text(words);
    const body = { text, ...(await ownRole(cli, role)) };
    const line = await cli.ask(StateLine, `${session}/state`, { method: "POST", body, ...asRole(role) });
    const whose = role === undefined ? "" : ` for ${foldRoleId(role)}`;
    cli.show(line, () => `${cli.paint.good("Noted")}${whose}. Others see it when they next look.\n`);
  });
}

function addClaim(program: Command, cli: Cli): void {
  const command = addSessionOption(program.command("claim").argument("[role]").argument("[what...]"))
    .option("--for <time>", "for how long, such as 10m or 2h; it then ends by itself", minutesOf, 10)
    .option("--also", "what you claimed before stands too")
    .option("--done", "end it: what was named, or all you claimed")
    .description("say what you work on and where, so that nobody else does; it locks nothing");
  addExamples(command, [
    'wardroom claim tester-1 "src/cart/**" "rework totals" --for 20m',
    'wardroom claim "vendor/kv for traps" --as tester-1',
    "wardroom claim tester-1 --done",
  ]);
  type Choice = SessionChoice & { for: number; also?: true; done?: true };
  command.action(
    async (first: string | undefined, others: string[], { for: minutes, also, done, ...choice }: Choice) => {
      const session = await chooseSession(cli, choice);
      const given = [...(first === undefined ? [] : [first]), ...others];
      const like = 'claim implementer-1 "src/cart/**" "rework totals"';
      const { role, words } = await saidBy(cli, session, given, { least: done === true ? 0 : 1, like });
      if (done === true) return endClaims(cli, session, role, words);
      const count = words.findIndex((word) => !isPathLike(word) || /\s/.test(word));
      const paths = words.slice(0, count < 0 ? words.length : count);
      const what = await cli.text(words.slice(paths.length));
      if (what === "" && paths.length === 0) throw nothingNamed();
      const below = paths.length === 0 ? "" : await folderInProject(cli);
      const body = {
        ...(what !== "" && { what }),
        ...(paths.length > 0 && { paths: paths.map((path) => (/^([/\\]|\w:)/.test(path) ? path : below + path)) }),
        ...{ minutes, also },
        ...(await ownRole(cli, role)),
      };
      const claimed = await cli.ask(Claimed, `${session}/claims`, { method: "POST", body, ...asRole(role) });
      cli.show(claimed, () => {
        const { good, faint } = cli.paint;
        const { claim, related = [] } = claimed;
        const near = related.map((each) => `${faint("near:")} ${plainLine(sayRelated(each, clockOf(each.at)))}\n`);
        return `${good("Claimed")} for ${claim.role} until ${shortTime(claim.until)}.\n${othersOf(claimed)}${near.join("")}`;
      });
    },
  );
}

async function endClaims(cli: Cli, session: string, role: string | undefined, words: string[]): Promise<void> {
  const { roles } = await cli.ask(Presence, `${session}/team`, asRole(role));
  const whose = role ?? (await cli.ask(Me, "/api/v1/me")).role ?? "Lead";
  const own = roles.find((each) => each.role === foldRoleId(whose))?.claims ?? [];
  const what = await cli.text(words);
  // As the places of a claim are typed: below the folder it is typed in, and a folder's with or without its stars.
  const below = words.length === 0 ? "" : await folderInProject(cli);
  const places = words.filter(isPathLike).map((path) => asPlace(below + path, null));
  const isNamed = ({ what: said, paths }: Claim) =>
    said === what || (places.length > 0 && paths.join(" ") === places.join(" "));
  const ending = own.filter((claim) => what === "" || isNamed(claim));
  if (ending.length === 0) throw noClaim(own);
  for (const { id } of ending) await cli.ask(Done, `${session}/claims/${id}/end`, { method: "POST", ...asRole(role) });
  cli.show(
    { done: true },
    () => `${cli.paint.good("Done")}: ${ending.map((claim) => plainLine(claim.what)).join("; ")}.\n`,
  );
}

/** What stands before a path that was typed here, below the project: `src/`; "" in its folder, and outside of any. */
async function folderInProject(cli: Cli): Promise<string> {
  const { cwd, home, project } = cli.surroundings;
  const root = await findProjectFolder({ chosen: undefined, cwd, home, project }).catch(() => cwd);
  const below = relative(root, await realpath(cwd).catch(() => cwd))
    .split(sep)
    .join("/");
  return below === "" || below.startsWith("..") ? "" : `${below}/`;
}

/** The role as a body names it: a caller who is somebody is refused what is another's, and the owner acts as the role. */
async function ownRole(cli: Cli, role: string | undefined): Promise<{ role?: string }> {
  return role !== undefined && (await cli.isSomebody()) ? { role } : {};
}

function asRole(role: string | undefined): { role?: string } {
  return role === undefined || foldRoleId(role) === "Lead" ? {} : { role };
}

function othersOf({ others, overlaps, elsewhere = [] }: Claimed): string {
  const lines = others.map((claim) => {
    const where = overlaps.includes(claim.id) ? ", where you do; it was told" : "";
    return `${claim.role} works on ${plainLine(claim.what)} until ${shortTime(claim.until)}${where}.\n`;
  });
  return [...lines, ...elsewhere.map((each) => `${plainLine(sayElsewhere(each))}.\n`)].join("");
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
