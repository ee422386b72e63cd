import { type Command, InvalidArgumentError } from "commander";
import { RequestError } from "@/lib/client/request-error";
import { SaidAlready, spelledTag, Tag } from "@/lib/contracts/memory";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { sayRelated } from "@/lib/core/search/related";
import { asksFirst } from "@/lib/core/inbox/said-already";
import { sayOutcome } from "@/lib/core/memory/pair";
import { foldRoleId, isRoleName } from "@/lib/core/memory/role-id";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-scope";
import { addExamples, minutesOf } from "@/lib/cli/declare-command";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { memoryOperations } from "@/lib/operations/memory";
import { relaysOperations } from "@/lib/operations/relays";
import { clockOf, plainLine, shortTime } from "@/lib/cli/terminal-text";
import { isRelayId } from "@/lib/core/memory/session-paths";
import { Result } from "@/lib/contracts/results";
import { OUTCOMES, renderResult } from "@/lib/core/context/gate";
import { realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { type Claim, Claimed, Presence, StateLine } from "@/lib/contracts/presence";
import { Done } from "@/lib/contracts/primitives";
import { Me } from "@/lib/contracts/server";
import { didYouMean } from "@/lib/core/text/did-you-mean";
import { asPlace, isPathLike, sayElsewhere } from "@/lib/core/places/claimed-place";
import { findProjectFolder } from "@/lib/cli/find-place";

const beside = besideRows(memoryOperations);
const left = besideRows(relaysOperations);

/** `wardroom say`: one item of the team memory, as the role that says it. */
export const addSayCommand = commandGroup({}, [
  beside("POST /sessions/{session}/memory/items", {
    says: "add an item to a role's section of the team memory",
    arguments: {
      role: "who says it, such as implementer-1 or Lead; or a section of text, such as Log, into which the Lead writes",
      tag: Tag.options.join(", "),
      text: "what to say, or - for standard input",
    },
    options: {
      anyway: ["--anyway", "also where others said nearly this, or something of it you have not read"],
      proposal: ["--proposal", "leave it with the Lead, who takes or refuses it; it blocks nothing"],
      replaces: ["--replaces <id>", "it takes the place of that line, at once where that is yours"],
      conflicts: ["--conflicts <id>", "it cannot hold beside that line"],
      answers: ["--answers <id>", "it answers that question"],
      see: ["--see <id>", "it goes with that line"],
      shownBy: ["--shown-by <command>", 'the command that showed it, such as "npm test -- cart"'],
    },
    examples: [
      'say implementer-1 finding "The card form loads its own fonts"',
      'say implementer-1 decision "Use Vitest" --replaces 3f9a1c --shown-by "npm test"',
      "git log -1 --format=%B | wardroom say implementer-1 decision -",
    ],
    note: "A role that is a relay, such as researcher-1, leaves the item with the Lead: wardroom relay list",
    // The owner acts as the role, and as the Lead for a section of text, which is nobody's. Whoever is somebody already, by a
    // token or by --as, names the section, and is refused one that is another's.
    as: ({ role }) => actingAs(role),
    fill: async ({ role, tag = "", anyway }, cli) => {
      const isNamed = (await cli.isSomebody()) || actingAs(role) === undefined;
      return { tag: spelledTag(tag), anyway: anyway ?? !asksFirst(tag), role: isNamed ? role : undefined };
    },
    refused: (error, { said }, cli) => {
      throw cli.flags.json === true ? error : asSaidHere(error, said["role"] as string, cli.sessionWords);
    },
    print: (answer, { paint, given: { said } }, cli) => {
      const { good, faint, warn } = paint;
      const role = said["role"] as string;
      const { advice: hint, related = [], pair } = answer;
      const lines = related.map((each) => `${faint("near:")} ${plainLine(sayRelated(each, clockOf(each.at)))}\n`);
      const id = "item" in answer ? answer.item.id : answer.relay.id;
      const how = `${faint(`judge: wardroom judge ${id} --replaces ID`)}\n`;
      // Of what is no item of the session nothing can be said.
      const isJudgeable = related.some((each) => !each.id.includes(":"));
      const judged = pair === undefined ? "" : `${good("judged:")} ${plainLine(sayOutcome(pair))}\n`;
      const near = `${judged}${lines.join("")}${isJudgeable && pair === undefined ? how : ""}`;
      const advice = hint === undefined ? near : `${warn("note:")} ${plainLine(hint.hint)}\n${near}`;
      if ("item" in answer) {
        // The Lead may have given a run another seat than it names.
        const own = "x-wardroom-run" in cli.runHeader(actingAs(role)) ? "your section" : `the section of ${role}`;
        const place = answer.addedTo ?? own;
        return `${good("Added")} to ${plainLine(place)} as ${answer.item.id}, revision ${answer.revision}.\n${advice}`;
      }
      const { relay } = answer;
      return `${good("Left with the Lead")} as relay ${relay.id}. ${faint(`The Lead decides: wardroom relay approve ${relay.id}`)}\n${advice}`;
    },
  }),
]);

/** The role that a name stands for; undefined for a section of text. */
function actingAs(role: string | undefined): string | undefined {
  return role !== undefined && isRoleName(foldRoleId(role)) ? role : undefined;
}

/** The refusal of an item that is there already, with the command that confirms it instead, as the same role. */
function asSaidHere(error: unknown, role: string, place: string): unknown {
  if (!(error instanceof RequestError) || error.code !== "said_already") return error;
  const { detail = error.message, current } = error.problem ?? {};
  const [first] = SaidAlready.safeParse(current).data?.said ?? [];
  if (first?.role === foldRoleId(role)) return error;
  return new AppError("said_already", detail, {
    hint: `Confirm it: wardroom same ${first?.id ?? "<item>"} --as ${role}${place}; or say yours once more with --anyway.`,
    ...(current !== undefined && { current }),
  });
}

const OWN = "of your item, or of your relay that still waits";

const reword = left("POST /sessions/{session}/relays/{relay}/reword", {
  fill: ({ said }) => ({ relay: said["item"], text: said["newString"] }),
  print: (_, { paint }) => `${paint.good("Replaced")}: the Lead is shown the new words.`,
});

const takeBack = left("POST /sessions/{session}/relays/{relay}/withdraw", {
  fill: ({ said }) => ({ relay: said["item"] }),
  print: (_, { paint }) => `${paint.good("Withdrawn")}: the Lead no longer sees it to review.`,
});

/** `wardroom replace` and `withdraw`: what a role does with its own items and relays; `reply` and `same`: with those of others too. */
export const addOwnCommands = commandGroup({}, [
  beside("POST /sessions/{session}/memory/edit", {
    usage: "replace <id> <text...>",
    says: "give your own item other words; its tag and its place stay",
    arguments: { id: [OWN, "item"], text: ["what it is to say, or - for standard input", "newString"] },
    examples: [
      'replace 3f9a1c07be42 "Cards and vouchers, decided on Monday" --as implementer-1',
      'replace 8f4c2e61a7b34d5f "Measured on main: 61 ms" --as tester-1',
    ],
    instead: ({ item = "" }) => (isRelayId(item) ? reword : null),
    print: ({ revision }, { paint, given: { item = "" } }) =>
      `${paint.good("Replaced")}, revision ${revision}: ${plainLine(item)} keeps its id.`,
  }),
  beside("POST /sessions/{session}/memory/items/{item}/withdraw", {
    says: "take your own item back; the history keeps it",
    arguments: { id: [OWN, "item"] },
    examples: ["withdraw 3f9a1c07be42 --as implementer-1"],
    instead: ({ item }) => (isRelayId(item) ? takeBack : null),
    print: ({ revision }, { paint }) => `${paint.good("Withdrawn")}, revision ${revision}: the item is archived.`,
  }),
]);

/** `wardroom result`: how a run of tests went, for the Lead and for gates. */
export function addResultCommand(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program
      .command("result")
      .argument("<outcome>", "pass or fail", outcomeOf)
      .argument("<text...>", "what was run and how it went, or - for standard input"),
  )
    .option("--version <version>", "the context version it was run for, such as GC-v3")
    .description("report how a run went; a gate says which files changed after it");
  addExamples(command, ['wardroom result pass "npm test, 72 of 72" --version GC-v3 --as tester-1']);
  command.action(async (outcome: string, words: string[], choice: SessionChoice) => {
    const { version } = command.optsWithGlobals<{ version?: string }>();
    const path = `${await chooseSession(cli, choice)}/results`;
    const body = { outcome, text: await cli.text(words), version: version?.replace(/^gc/i, "GC") };
    const result = await cli.ask(Result, path, { method: "POST", body });
    cli.show(result, () => `${cli.paint.good("Noted")}: ${plainLine(renderResult(result))}\n`);
  });
}

function outcomeOf(value: string): string {
  const outcome = OUTCOMES.find((each) => each === value.toLowerCase());
  if (outcome !== undefined) return outcome;
  throw new InvalidArgumentError("Write pass or fail.");
}

/** `wardroom state` and `claim`: what teammates tell each other that is no memory. */
export function addPresenceCommands(program: Command, cli: Cli): void {
  addState(program, cli);
  addClaim(program, cli);
}

/** Throws `invalid_input` where the first word is no role and nobody knows who says it; `least` words are to follow a role. */
async function saidBy(cli: Cli, session: string, given: string[], typed: { least: number; like: string }) {
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
      if (what === "" && paths.length === 0)
        throw new AppError("invalid_input", "Say what you work on.", {
          hint: 'For example: wardroom claim tester-1 "vendor/kv for traps", or end what you claimed with --done.',
        });
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
  const { cwd } = cli.surroundings;
  const root = await findProjectFolder(cli.surroundings).catch(() => cwd);
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

function noClaim(own: readonly Claim[]): AppError {
  const held = own.map(({ what }) => `"${what}"`).join(", ");
  return new AppError("not_found", "No such claim is active.", {
    hint: own.length === 0 ? "It may have run out: nothing is left to do." : `You hold ${held}.`,
  });
}
