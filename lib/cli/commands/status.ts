import type { Command } from "commander";
import { addSessionOption, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { api } from "@/lib/client/paths";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { Presence } from "@/lib/contracts/presence";
import { SessionList, type Session } from "@/lib/contracts/sessions";
import { NO_VERSION } from "@/lib/core/context/version-number";
import { AppError } from "@/lib/core/errors";
import { waitsLine } from "@/lib/core/inbox/render-inbox";
import { foldRoleId } from "@/lib/core/memory/role-id";
import { sayCount } from "@/lib/core/text/say-count";

/** One session at a glance. */
interface SessionStatus {
  session: string;
  feature: string;
  version: string;
  /** What the caller was not shown yet; null for somebody without an inbox. */
  waiting: Pick<InboxWaiting, "version" | "items" | "nudges"> | null;
  relays: number;
  questions: number;
  conflicts: number;
  behind: Pick<Presence["roles"][number], "role" | "confirmed" | "behind" | "due" | "sign">[];
  now: string;
}

/** `wardroom status`: what waits for the caller and which roles are behind, in every session at work. */
export function addStatusCommand(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program.command("status").argument("[role]", "for whom; the Lead when left out"),
  ).description("what waits for you, and who is behind; nothing counts as read by it");
  addExamples(command, ["wardroom status", "wardroom status implementer-1", "wardroom status --session checkout"]);
  command.action(async (named: string | undefined, { session }: SessionChoice) => {
    const role = named === undefined || foldRoleId(named) === "Lead" ? undefined : foldRoleId(named);
    const { items } = await cli.askAll(SessionList, api.sessions);
    const wanted = items.filter(({ id, finished }) => (session === undefined ? finished === null : id === session));
    if (session !== undefined && wanted.length === 0) throw noSession(session, items);
    const told = await Promise.all(wanted.map((each) => readStatus(cli, each, role)));
    cli.show({ sessions: told }, () =>
      told.length === 0
        ? "No session is at work.\n"
        : told.map((each) => describe(each, cli, role ?? cli.flags.as)).join("\n"),
    );
  });
}

async function readStatus(cli: Cli, session: Session, role: string | undefined): Promise<SessionStatus> {
  const scope = (workspace: string) => ({ workspace, session: session.id });
  const as = role === undefined ? {} : { role };
  const [waiting, team] = await Promise.all([
    cli.ask(InboxWaiting, (workspace) => `${api.inbox(scope(workspace))}/waiting`, as).catch(withoutInbox),
    cli.ask(Presence, (workspace) => `${api.session(scope(workspace))}/team`, as),
  ]);
  const active = new Set(session.roles.filter(({ state }) => state === "active").map(({ id }) => id));
  return {
    session: session.id,
    feature: session.feature,
    version: team.version,
    waiting: waiting && { version: waiting.version, items: waiting.items, nudges: waiting.nudges },
    relays: session.counts.pendingRelays,
    questions: session.counts.openQuestions,
    conflicts: session.counts.openConflicts,
    behind: team.roles
      .filter((each) => each.behind > 0 && active.has(each.role))
      .map(({ role: who, confirmed, behind, due, sign }) => ({ role: who, confirmed, behind, due, sign })),
    now: team.now,
  };
}

/** Who may only look has no inbox. */
function withoutInbox(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "forbidden") return null;
  throw error;
}

function describe(status: SessionStatus, { paint }: Cli, reader: string | undefined): string {
  const { session, feature, version, waiting, relays, questions, conflicts, behind, now } = status;
  const lines = [
    `${paint.strong(plainLine(session))}  ${plainLine(feature)}  ${paint.faint(version === NO_VERSION ? "no context yet" : version)}`,
  ];
  const name = reader === undefined || foldRoleId(reader) === "Lead" ? "" : ` ${reader}`;
  const line = waiting === null ? null : waitsLine(waiting, `wardroom inbox${name}`);
  if (line !== null) lines.push(`  ${paint.warn(line)}`);
  for (const { from, text } of waiting?.nudges ?? [])
    lines.push(`  ${paint.warn("nudge:")} ${from}: ${plainLine(text)}`);
  if (relays > 0) lines.push(`  ${sayCount(relays, "relay waits", "relays wait")} for the Lead: wardroom relay list`);
  const open = [
    ...(questions > 0 ? [sayCount(questions, "open question")] : []),
    ...(conflicts > 0 ? [sayCount(conflicts, "open conflict")] : []),
  ];
  if (open.length > 0)
    lines.push(`  ${open.join(", ")}: wardroom session show ${plainLine(session)} --tag Question,Conflict`);
  for (const { role, confirmed, due, sign } of behind) {
    const isLate = due !== null && due < now;
    const until =
      due === null ? "" : isLate ? `, ${paint.bad(`overdue since ${shortTime(due)}`)}` : `, due ${shortTime(due)}`;
    const seen = sign === null ? "never seen" : `last sign ${shortTime(sign)}`;
    lines.push(`  ${paint.name(role)} is at ${confirmed ?? "no version"}, ${seen}${until}`);
  }
  if (lines.length === 1) lines.push(`  ${paint.good("Nothing waits, and everyone is up to date.")}`);
  return `${lines.join("\n")}\n`;
}

function noSession(session: string, items: readonly Session[]): AppError {
  const names = items.map(({ id }) => id);
  return new AppError("not_found", `There is no session ${session}.`, {
    hint: names.length === 0 ? "Create one: wardroom session create checkout" : `Sessions: ${names.join(", ")}.`,
  });
}
