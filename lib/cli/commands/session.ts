import { Harvest } from "@/lib/contracts/harvest";
import { Memory } from "@/lib/contracts/memory";
import { Session, TokenList } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { nullFor, RequestError } from "@/lib/client/request-error";
import { wholeId } from "@/lib/core/memory/identity";
import { assertFilter } from "@/lib/core/memory/assert-filter";
import type { Cli } from "@/lib/cli/cli";
import { typedRole } from "@/lib/cli/declare-command";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { plainLine, shortTime } from "@/lib/cli/terminal-text";
import { renderMemory } from "@/lib/cli/render-memory";
import { sayCount } from "@/lib/core/text/say-count";
import { RevisionList } from "@/lib/contracts/revisions";
import { addressOf } from "@/lib/cli/choose-scope";
import { memoryOperations } from "@/lib/operations/memory";
import { insightOperations, momentOperations } from "@/lib/operations/memory-history";
import { rolesOperations } from "@/lib/operations/roles";
import { sessionsOperations } from "@/lib/operations/sessions";

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

const beside = besideRows(sessionsOperations);

const list = beside("GET /sessions", {
  says: "sessions, last changed first; of very many the first 500",
  switches: { "--all": "every one, however long it takes" },
  examples: ["session list", "session list --json"],
  whole: ({ switches }) => switches.has("--all"),
  print: ({ items, nextCursor }, { paint, table }) => {
    if (items.length === 0)
      return "There is no session yet. Create one: wardroom session create <id> --feature <words>";
    const shown = table(items, [
      { title: "SESSION", value: ({ id }) => plainLine(id), style: paint.name },
      { title: "FEATURE", value: ({ feature }) => plainLine(feature), shrinks: true },
      { title: "STATE", value: ({ finished }) => (finished === null ? "at work" : "finished") },
      { title: "CONTEXT", value: ({ gcVersion }) => plainLine(gcVersion ?? "-") },
      { title: "ROLES", value: ({ roles }) => String(roles.length), align: "right" },
      { title: "ACTIVE", value: ({ counts }) => String(counts.active), align: "right" },
      { title: "RELAYS", value: ({ counts }) => String(counts.pendingRelays), align: "right" },
      { title: "CHANGED", value: ({ lastChange }) => shortTime(lastChange?.at ?? null), style: paint.faint },
    ]);
    const rest = `There are more than these ${items.length}. List every one: wardroom session list --all`;
    return nextCursor === null ? shown : `${shown}${rest}`;
  },
});

const create = beside("POST /sessions", {
  says: "create a session with its folder and TEAM-MEMORY.md",
  arguments: { session: ["its id, which becomes the folder's name", "id"] },
  options: {
    feature: ["-f, --feature <words>", "what it is about; else as its context says, or its id"],
    roles: ["-r, --role <role[:type]>", "a teammate, repeat for more; its type where the id begins with none", []],
  },
  examples: [
    'session create checkout --feature "New checkout" --role implementer-1 --role researcher-1',
    "session create search --role mina:architect",
  ],
  fill: ({ said }) => ({ roles: (said["roles"] as string[]).map(typedRole) }),
  print: ({ id, roles }, { paint }) => {
    const names = roles.length === 0 ? "" : ` Roles: ${roles.map((role) => role.id).join(", ")}.`;
    return `${paint.good("Created")} session ${plainLine(id)}.${names}`;
  },
});

const show = besideRows(memoryOperations)("GET /sessions/{session}/memory", {
  says: "what a session knows; --as a role counts as its reading before work",
  options: {
    role: ["--role <roles>", "only these sections, separated by commas"],
    tag: ["--tag <tags>", "only these tags; none means untagged"],
    state: ["--state <states>", "active, archived, resolved or all", "active"],
    q: ["-q, --query <words>", "only items with these words"],
    since: [
      "--since <when>",
      "only what changed: after a revision such as 42, or in the last 30m, 2h or 3d",
      undefined,
      String,
    ],
  },
  switches: { "--markdown": "the file as it is" },
  examples: [
    "session show checkout --as implementer-1",
    "session show checkout --tag Question,Conflict",
    "session show checkout --since 2h",
    "session show checkout --markdown > TEAM-MEMORY.md",
  ],
  markdown: ({ switches }) => switches.has("--markdown"),
  fill: async ({ session, state, said, switches }, cli) => {
    const { since } = said as { since?: string };
    if (since === undefined || switches.has("--markdown")) return { state: state === "all" ? undefined : state };
    // What was archived since is a change as well.
    return { state: undefined, since: await revisionBefore(cli, `${addressOf(session)}/memory`, since) };
  },
  part: async (found, { session, role, tag }, cli) => {
    // Nothing found may be a name that is not there.
    if (found.sections.length > 0 || (role ?? tag) === undefined) return found;
    const { sections } = await cli.ask(Memory, `${addressOf(session)}/memory`);
    const tags = sections.flatMap(({ items }) => items.flatMap((item) => item.tag ?? []));
    assertFilter({ role, tag }, { roles: sections.map((section) => section.role), tags });
    return found;
  },
  print: (memory, { paint }) => renderMemory(memory, paint),
});

const files = (said: string, names: readonly string[]) =>
  names.length === 0 ? "" : ` ${said}: ${names.map(plainLine).join(", ")}.`;

const finish = beside("POST /sessions/{session}/finish", {
  says: "end its work; it stays to be read",
  options: {
    harvest: ["--harvest", "let its lines live on as `session harvest` proposes"],
    to: ["--to <item=place>", "another place for a line: agent, knowledge, instructions or nowhere", []],
    includeOpen: ["--include-open", "finish it although questions, conflicts or pairs are open"],
  },
  examples: ["session finish checkout", "session finish checkout --harvest --to 3f9a1c=nowhere"],
  fill: async ({ session, said }, cli) => {
    const { harvest = false, to } = said as { harvest?: boolean; to: string[] };
    return { harvest: harvest || to.length > 0 ? await chooseHarvest(cli, session, to, harvest) : undefined };
  },
  refused: (error, _, cli) => {
    const current = error instanceof RequestError ? error.problem?.current : null;
    const { open = [] } = (current ?? {}) as { open?: string[] };
    if (open.length > 0) cli.tell(`Still open:\n${open.map((each) => `  ${plainLine(each)}`).join("\n")}\n`);
    throw error;
  },
  print: ({ revision, files: written }, { paint, given: { session } }) => {
    const said = `${paint.good("Finished")} session ${plainLine(session)}, revision ${revision}.`;
    const undo = `Take it back: wardroom session reopen ${plainLine(session)} --undo\n`;
    return `${said}${files("Written", written)}\n${written.length > 0 ? undo : ""}`;
  },
});

const reopen = beside("POST /sessions/{session}/finish", {
  usage: "session reopen <session>",
  says: "take up a finished session again",
  options: { undo: ["--undo", "take back what finishing it wrote elsewhere"] },
  examples: ["session reopen checkout", "session reopen checkout --undo"],
  fill: () => ({ finished: false }),
  print: ({ revision, files: taken }, { paint, given: { session } }) =>
    `${paint.good("Reopened")} session ${plainLine(session)}, revision ${revision}.${files("Taken back", taken)}`,
});

const remove = beside("DELETE /sessions/{session}", {
  says: "move the whole folder to the trash and end its tokens; asks first",
  examples: ["session delete checkout", "session delete checkout --yes"],
  confirm: null,
  fill: async ({ session: id }, cli) => {
    // One whose folder was removed outside cannot be read, but deleted; one that never was is refused then.
    const session = await cli.ask(Session, addressOf(id)).catch(nullFor("not_found"));
    const items = session === null ? "whose folder is missing" : `with ${sayCount(session.counts.items, "item")}`;
    await cli.confirm(`Session ${plainLine(id)} ${items} goes to the trash, and its tokens end.`);
    return {};
  },
  print: (_, { paint, given: { session } }) =>
    `${paint.good("Deleted")} session ${plainLine(session)}. Restore it: wardroom session restore ${plainLine(session)}`,
});

const SESSIONS = {
  says: "sessions and their roles: list, create, show, finish, delete",
  rows: [...insightOperations, ...rolesOperations, ...momentOperations, ...sessionsOperations],
};

/** `wardroom session`: the teams that work on a feature, and what each knows. */
export const addSessionCommands = commandGroup(SESSIONS, [list, create, show, finish, reopen, remove]);

const TOKENS = { says: "tokens of a session's roles: list, mint, revoke", rows: rolesOperations };

/** `wardroom token`: what lets an agent act as a role. */
export const addTokenCommands = commandGroup(TOKENS, [
  besideRows(rolesOperations)("DELETE /sessions/{session}/roles/{role}/tokens/{token}", {
    says: "end a token at once; asks first",
    arguments: { token: "its id, from the list" },
    examples: ["token revoke 5b0f7c2d9e14a683", "token revoke 5b0f7c2d9e14a683 --yes"],
    confirm: null,
    fill: async ({ session, token: id }, cli) => {
      const { items } = await cli.askAll(TokenList, `${addressOf(session)}/tokens`);
      const token = items.find((each) => each.id === id);
      if (token === undefined) {
        // What was typed may be the secret itself, which is not to be repeated.
        throw new AppError("not_found", "There is no token of that id in this session.", {
          hint: "See the ids: wardroom token list",
        });
      }
      const { role, revokedAt } = token;
      if (revokedAt === null)
        await cli.confirm(`The token of ${plainLine(role)} stops working at once and cannot be restored.`);
      return { role, isOver: revokedAt !== null };
    },
    print: (_, { paint, given: { token, role, isOver } }) =>
      isOver
        ? `Token ${token} of ${plainLine(role)} was revoked already.`
        : `${paint.good("Revoked")} token ${token} of ${plainLine(role)}.`,
  }),
]);
