import { realpath } from "node:fs/promises";
import type { Command } from "commander";
import { RunList, RunSeat } from "@/lib/contracts/runs";
import { Session } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder, isOfProject } from "@/lib/cli/find-place";
import { liveConversations, type Conversation } from "@/lib/cli/live-conversations";
import { plainLine } from "@/lib/cli/plain-text";

/** A conversation, with the seat it has; null for none. */
type Found = Conversation & { role: string | null };

/** `wardroom adopt`: seats conversations that were at work before anybody gave them a role. */
export function addAdoptCommand(program: Command, cli: Cli): void {
  const command = program
    .command("adopt")
    .argument("[run]", "a conversation, as this command lists it")
    .argument("[role]", "the role it works as from now on")
    .description("seat conversations of this machine that work in this project already")
    .option("--all", "seat each in the next role in which nobody is at work");
  addExamples(
    command,
    ["wardroom adopt", "wardroom adopt --all --yes", "wardroom adopt claude:7f0c8d9e implementer-1"],
    "Listed is what Claude Code, Codex, Gemini CLI and OpenCode wrote down in this project within the last hour. Each hears of its role with its next prompt, where its hooks are installed.",
  );
  addSessionOption(command).action(
    async (run: string | undefined, role: string | undefined, { all, ...choice }: SessionChoice & { all?: true }) => {
      const at = await chooseSession(cli, choice);
      if (run !== undefined && role === undefined) throw noRole(run);
      const { found, free } = run === undefined ? await look(cli, at) : { found: [], free: [] };
      const seats =
        run !== undefined && role !== undefined
          ? new Map([[run, role]])
          : all === true
            ? await allOf(cli, found, free)
            : await chosen(cli, found, free);
      const { session = "" } = cli.about ?? {};
      const seated = new Map<string, string>();
      for (const [id, wanted] of seats) {
        const body = { run: id, session, roles: [wanted], shared: true };
        const answer = await cli.ask(RunSeat, "/runs/seat", { method: "POST", body });
        if (answer.role === null) throw noSeat(wanted, session);
        seated.set(id, answer.role);
      }
      const items = found.map((each) => ({ ...each, role: seated.get(each.run) ?? each.role }));
      cli.show({ items, seated: [...seated].map(([id, is]) => ({ run: id, role: is })) }, () => {
        const lines = [...seated].map(([id, is]) => `${cli.paint.good("Seated")}: ${id} as ${is}.\n`);
        return lines.length > 0 ? lines.join("") : render(cli, items);
      });
    },
  );
}

/** The conversations of this project, and the roles in which nobody is at work. */
async function look(cli: Cli, at: string): Promise<{ found: Found[]; free: string[] }> {
  const { cwd, home, project, env } = cli.surroundings;
  const root = await realpath(await findProjectFolder({ chosen: cli.flags.workspace, cwd, home, project }));
  const isInside = (folder: string) => isOfProject(folder, root);
  const conversations = liveConversations({ home, env, root, now: Date.now(), isInside });
  const [{ items: runs }, { roles }] = await Promise.all([cli.ask(RunList, `${at}/runs`), cli.ask(Session, at)]);
  const live = runs.filter(({ ended }) => ended === null);
  const active = roles.filter(({ id, state }) => state === "active" && id !== "Lead").map(({ id }) => id);
  return {
    found: conversations.map((each) => ({ ...each, role: live.find(({ id }) => id === each.run)?.role ?? null })),
    free: active.filter((role) => !live.some((run) => run.role === role)),
  };
}

/** Each conversation without a seat, with the next free one. */
async function allOf(cli: Cli, found: readonly Found[], free: readonly string[]): Promise<Map<string, string>> {
  const without = found.filter(({ role }) => role === null).slice(0, free.length);
  const seats = new Map(without.map(({ run }, index) => [run, free[index] ?? ""]));
  if (seats.size > 0) await cli.confirm([...seats].map(([run, role]) => `${run} becomes ${role}.`).join(" "));
  return seats;
}

/** What a person at the terminal answers for each conversation without a seat; nothing where nobody is there. */
async function chosen(cli: Cli, found: readonly Found[], free: readonly string[]): Promise<Map<string, string>> {
  const seats = new Map<string, string>();
  if (!cli.canConfirm) return seats;
  const left = [...free];
  for (const { run, at, words } of found.filter(({ role }) => role === null)) {
    if (left.length === 0) break;
    const keys = left.map((role, index) => `${index + 1} ${role}`).join(", ");
    const said = words === "" ? "" : `\n  “${words}”`;
    const key = await cli.surroundings.stdin.ask(
      `${run}, last sign ${at.slice(11, 16)}${said}\n  ${keys}, Enter for none: `,
    );
    const role = left[Number(key.trim()) - 1];
    if (role !== undefined) seats.set(run, ...(left.splice(left.indexOf(role), 1) as [string]));
  }
  return seats;
}

function render(cli: Cli, items: readonly Found[]): string {
  if (items.length === 0) return "No conversation wrote anything down in this project within the last hour.\n";
  return cli.table(items, [
    { title: "run", value: ({ run }) => run },
    { title: "role", value: ({ role }) => role ?? "-" },
    { title: "last sign", value: ({ at }) => at.slice(11, 16) },
    { title: "said last", value: ({ words }) => words },
  ]);
}

function noRole(run: string): AppError {
  return new AppError("invalid_input", `Which role ${plainLine(run)} is to work as is not said.`, {
    hint: `Name it: wardroom adopt ${plainLine(run)} implementer-1`,
    errors: [{ path: "role", message: "is missing" }],
  });
}

function noSeat(role: string, session: string): AppError {
  return new AppError("not_found", `${role} is no active role of ${session}.`, {
    hint: `Add it first: wardroom session add-role ${session} ${role}`,
  });
}
