import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { Harvest, SessionFinished } from "@/lib/contracts/harvest";
import { Memory } from "@/lib/contracts/memory";
import { Done } from "@/lib/contracts/primitives";
import { Session, SessionList, TokenList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { RequestError } from "@/lib/client/request-error";
import { wholeId } from "@/lib/core/memory/identity";
import { assertFilter } from "@/lib/core/memory/assert-filter";
import type { Cli } from "@/lib/cli/cli";
import { addExamples, collect } from "@/lib/cli/declare-command";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { renderMemory } from "@/lib/cli/render-memory";
import { sayCount } from "@/lib/core/text/say-count";
import { RevisionList } from "@/lib/contracts/revisions";
import { addressOf, addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The revision that a reader starts from: the one that is named, else the newest from before a moment, given as its time or as
 * how long ago it was; 0 where there was none yet. Throws `invalid_input` for anything else.
 */
async function revisionBefore(cli: Cli, memory: string, since: string): Promise<number> {
  if (/^\d{1,9}$/.test(since)) return Number(since); // 42
  const { items } = await cli.askAll(RevisionList, `${memory}/revisions`);
  const [newest] = items;
  // A clock of the server's, not ours: what was written last is at most now.
  const moment = momentOf(since, Math.max(Date.now(), Date.parse(newest?.at ?? "") || 0));
  return items.find(({ at }) => Date.parse(at) <= moment)?.revision ?? 0;
}

function momentOf(since: string, now: number): number {
  const [, count, unit] = /^(\d{1,5})\s*([mhd])$/i.exec(since) ?? []; // 2h
  if (count !== undefined) return now - Number(count) * UNITS[unit?.toLowerCase() as keyof typeof UNITS];
  const moment = Date.parse(since);
  if (!Number.isNaN(moment)) return moment;
  throw new AppError("invalid_input", `--since: "${since}" is neither a revision nor a time.`, {
    hint: "Write a revision such as 42, how long ago such as 30m, 2h or 3d, or a time such as 2026-02-09T10:00:00Z.",
  });
}

interface Filter {
  role?: string;
  tag?: string;
  state: string;
  query?: string;
  since?: string;
  markdown?: true;
}

/** `wardroom session`: the teams that work on a feature, and what each knows. */
export function addSessionCommands(program: Command, cli: Cli): void {
  const group = program.command("session").description("sessions and their roles: list, create, show, finish, delete");
  addList(group, cli);
  addCreate(group, cli);
  addShow(group, cli);
  addFinish(group, cli);
  addDelete(group, cli);
}

function addList(group: Command, cli: Cli): void {
  const command = group
    .command("list")
    .description("sessions, last changed first; of very many the first 500")
    .option("--all", "every one, however long it takes");
  addExamples(command, ["wardroom session list", "wardroom session list --json"]);
  command.action(async ({ all }: { all?: true }) => {
    const { paint } = cli;
    const list = all === true ? await cli.askAll(SessionList, "/sessions") : await cli.ask(SessionList, "/sessions");
    cli.show(list, ({ items, nextCursor }) => {
      if (items.length === 0) return NO_SESSION;
      const table = cli.table(items, [
        { title: "SESSION", value: ({ id }) => plainLine(id), style: paint.name },
        { title: "FEATURE", value: ({ feature }) => plainLine(feature), shrinks: true },
        { title: "STATE", value: ({ finished }) => (finished === null ? "at work" : "finished") },
        { title: "CONTEXT", value: ({ gcVersion }) => plainLine(gcVersion ?? "-") },
        { title: "ROLES", value: ({ roles }) => String(roles.length), align: "right" },
        { title: "ACTIVE", value: ({ counts }) => String(counts.active), align: "right" },
        { title: "RELAYS", value: ({ counts }) => String(counts.pendingRelays), align: "right" },
        { title: "CHANGED", value: ({ lastChange }) => shortTime(lastChange?.at ?? null), style: paint.faint },
      ]);
      const rest = `There are more than these ${items.length}. List every one: wardroom session list --all\n`;
      return nextCursor === null ? table : `${table}${rest}`;
    });
  });
}

const NO_SESSION = "There is no session yet. Create one: wardroom session create <id> --feature <words>\n";

function addCreate(group: Command, cli: Cli): void {
  const command = group
    .command("create")
    .argument("<session>", "its id, which becomes the folder's name")
    .description("create a session with its folder and TEAM-MEMORY.md")
    .option("-f, --feature <words>", "what it is about; else as its context says, or its id")
    .option("-r, --role <role[:type]>", "a teammate, repeat for more; its type where the id begins with none", collect);
  addExamples(command, [
    'wardroom session create checkout --feature "New checkout" --role implementer-1 --role researcher-1',
    "wardroom session create search --role mina:architect",
  ]);
  command.action(async (id: string, options: { feature?: string; role?: string[] }) => {
    const roles = (options.role ?? []).map((each) => {
      const [role = "", type] = each.split(":");
      return { id: role, type };
    });
    const body = { id, feature: options.feature, roles };
    const session = await cli.ask(Session, "/sessions", { method: "POST", body });
    cli.show(session, ({ roles: there }) => {
      const names = there.length === 0 ? "" : ` Roles: ${there.map((role) => role.id).join(", ")}.`;
      return `${cli.paint.good("Created")} session ${plainLine(session.id)}.${names}\n`;
    });
  });
}

function addShow(group: Command, cli: Cli): void {
  const command = group
    .command("show")
    .argument("<session>")
    .description("what a session knows; --as a role counts as its reading before work")
    .option("--role <roles>", "only these sections, separated by commas")
    .option("--tag <tags>", "only these tags; none means untagged")
    .option("--state <states>", "active, archived, resolved or all", "active")
    .option("-q, --query <words>", "only items with these words")
    .option("--since <when>", "only what changed: after a revision such as 42, or in the last 30m, 2h or 3d")
    .option("--markdown", "the file as it is");
  addExamples(command, [
    "wardroom session show checkout --as implementer-1",
    "wardroom session show checkout --tag Question,Conflict",
    "wardroom session show checkout --since 2h",
    "wardroom session show checkout --markdown > TEAM-MEMORY.md",
  ]);

  command.action(async (id: string, { role, tag, state, query: q, since, markdown }: Filter) => {
    const path = `${addressOf(id)}/memory`;
    if (markdown) {
      const { stdout } = cli.surroundings;
      const text = await (await cli.send(path, { accept: "text/markdown" })).text();
      // A terminal would obey what agents wrote; a file gets every byte.
      stdout.write(stdout.isTTY ? plainText(text) : text);
      return;
    }
    const after = since === undefined ? undefined : await revisionBefore(cli, path, since);
    // What was archived since is a change as well.
    const wanted = state === "all" || after !== undefined ? undefined : state;
    const filter = query({ role, tag, state: wanted, q, since: after });
    const found = await cli.ask(Memory, path + filter);
    // Nothing found may be a name that is not there.
    if (found.sections.length === 0 && (role ?? tag) !== undefined) {
      const { sections } = await cli.ask(Memory, path);
      const tags = sections.flatMap(({ items }) => items.flatMap((item) => item.tag ?? []));
      assertFilter({ role, tag }, { roles: sections.map((section) => section.role), tags });
    }
    cli.show(found, (memory) => renderMemory(memory, cli.paint));
  });
}

function addFinish(group: Command, cli: Cli): void {
  const send = (id: string, body: object) =>
    cli.ask(SessionFinished, `${addressOf(id)}/finish`, { method: "POST", body });
  const files = (said: string, names: readonly string[]) =>
    names.length === 0 ? "" : ` ${said}: ${names.map(plainLine).join(", ")}.`;
  const finish = group
    .command("finish")
    .argument("<session>")
    .description("end its work; it stays to be read")
    .option("--harvest", "let its lines live on as `session harvest` proposes")
    .option("--to <item=place>", "another place for a line: agent, knowledge, instructions or nowhere", collect)
    .option("--include-open", "finish it although questions, conflicts or pairs are open");
  addExamples(finish, [
    "wardroom session finish checkout",
    "wardroom session finish checkout --harvest --to 3f9a1c=nowhere",
  ]);
  finish.action(
    async (id: string, { harvest, to = [], includeOpen }: { harvest?: true; to?: string[]; includeOpen?: true }) => {
      const chosen = harvest === true || to.length > 0 ? await chooseHarvest(cli, id, to, harvest === true) : undefined;
      const done = await send(id, { harvest: chosen, includeOpen }).catch((error: unknown) => {
        const current = error instanceof RequestError ? error.problem?.current : null;
        const { open = [] } = (current ?? {}) as { open?: string[] };
        if (open.length > 0 && cli.flags.json !== true)
          cli.surroundings.stderr.write(`Still open:\n${open.map((each) => `  ${plainLine(each)}`).join("\n")}\n`);
        throw error;
      });
      const undo = `Take it back: wardroom session reopen ${plainLine(id)} --undo\n`;
      cli.show(done, ({ revision, files: written }) => {
        const said = `${cli.paint.good("Finished")} session ${plainLine(id)}, revision ${revision}.`;
        return `${said}${files("Written", written)}\n${written.length > 0 ? undo : ""}`;
      });
    },
  );
  const reopen = group
    .command("reopen")
    .argument("<session>")
    .description("take up a finished session again")
    .option("--undo", "take back what finishing it wrote elsewhere");
  addExamples(reopen, ["wardroom session reopen checkout", "wardroom session reopen checkout --undo"]);
  reopen.action(async (id: string, { undo }: { undo?: true }) => {
    const done = await send(id, { finished: false, undo });
    const said = `${cli.paint.good("Reopened")} session ${plainLine(id)}, revision ${done.revision}.`;
    cli.show(done, () => `${said}${files("Taken back", done.files)}\n`);
  });
}

/** Where the lines of a session live on: as proposed, where that is wanted, but for those that `--to` names. */
async function chooseHarvest(cli: Cli, session: string, to: readonly string[], asProposed: boolean) {
  const { items } = await cli.ask(Harvest, `${addressOf(session)}/harvest`);
  const others = to.map((each) => {
    const [named = "", place = ""] = each.split("=");
    return {
      item: wholeId(
        items.map(({ id }) => id),
        named,
      ),
      to: place,
    };
  });
  const proposed = asProposed ? items.map(({ id, to: place }) => ({ item: id, to: place })) : [];
  return [...proposed.filter(({ item }) => !others.some((other) => other.item === item)), ...others];
}

function addDelete(group: Command, cli: Cli): void {
  const command = group
    .command("delete")
    .argument("<session>")
    .description("move the whole folder to the trash and end its tokens; asks first");
  addExamples(command, ["wardroom session delete checkout", "wardroom session delete checkout --yes"]);
  command.action(async (id: string) => {
    const path = addressOf(id);
    const session = await cli.ask(Session, path).catch(missingFolder);
    const items = session === null ? "whose folder is missing" : `with ${sayCount(session.counts.items, "item")}`;
    await cli.confirm(`Session ${plainLine(id)} ${items} goes to the trash, and its tokens end.`);
    cli.show(
      await cli.ask(Done, path, { method: "DELETE" }),
      () =>
        `${cli.paint.good("Deleted")} session ${plainLine(id)}. Restore it: wardroom session restore ${plainLine(id)}\n`,
    );
  });
}

/** A session whose folder was removed outside cannot be read, but deleted. One that never was is refused then. */
function missingFolder(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/** `wardroom token`: what lets an agent act as a role. */
export function addTokenCommands(program: Command, cli: Cli): void {
  const group = program.command("token").description("tokens of a session's roles: list, mint, revoke");
  addRevoke(group, cli);
}

function addRevoke(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("revoke").argument("<token>", "its id, from the list")).description(
    "end a token at once; asks first",
  );
  addExamples(command, ["wardroom token revoke 5b0f7c2d9e14a683", "wardroom token revoke 5b0f7c2d9e14a683 --yes"]);
  command.action(async (id: string, choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const { items } = await cli.askAll(TokenList, `${session}/tokens`);
    const token = items.find((each) => each.id === id);
    if (token === undefined) {
      // What was typed may be the secret itself, which is not to be repeated.
      throw new AppError("not_found", "There is no token of that id in this session.", {
        hint: "See the ids: wardroom token list",
      });
    }
    const role = plainLine(token.role);
    const isOver = token.revokedAt !== null;
    if (!isOver) await cli.confirm(`The token of ${role} stops working at once and cannot be restored.`);
    const path = `${session}/roles/${encodeURIComponent(token.role)}/tokens/${encodeURIComponent(id)}`;
    cli.show(await cli.ask(Done, path, { method: "DELETE" }), () =>
      isOver
        ? `Token ${id} of ${role} was revoked already.\n`
        : `${cli.paint.good("Revoked")} token ${id} of ${role}.\n`,
    );
  });
}
