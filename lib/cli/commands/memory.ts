import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import {
  AgentMemory,
  AgentMemoryCleared,
  AgentSessionClosed,
  AgentSessionList,
  AgentSessionStarted,
  type Learnt,
} from "@/lib/contracts/agents";
import { AgentBrief, BriefJudged, ProjectBrief } from "@/lib/contracts/briefs";
import { sayJudgements } from "@/lib/core/coach/judge";
import type { Cli } from "@/lib/cli/cli";
import { addExamples, collect, positiveNumber, wholeNumber } from "@/lib/cli/declare-command";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { sayCount } from "@/lib/core/text/say-count";
import { Me } from "@/lib/contracts/server";
import { isSessionOf } from "@/lib/core/agent-memory/agent-name";
import { AppError } from "@/lib/core/errors";
import { assertRoleId } from "@/lib/core/memory/role-id";
import { RequestError } from "@/lib/client/request-error";
import { Changed, PruneResult } from "@/lib/contracts/memory";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { renderItem } from "@/lib/cli/render-memory";
import { openItemsIn } from "@/lib/cli/refused-lines";

interface Options {
  summary: string;
  outcome: string;
  finding?: string[];
  worked?: string[];
  watch?: string[];
  thread?: string[];
  done?: string[];
  near?: string;
  dryRun?: true;
}

/** What to do with a near-duplicate: add it, replace the similar entry with it, or keep that entry alone. */
const NEAR = ["add", "replace", "keep"] as const;

type Similar = AgentSessionClosed["nearDuplicates"][number];

/** `wardroom memory close`: what a session leaves for the next one. */
function addCloseCommand(group: Command, cli: Cli): void {
  const command = group
    .command("close")
    .argument("<agent>")
    .argument("[session]", "the id that start printed; the only open one when left out")
    .requiredOption("--summary <words>", "what was done, or - for standard input")
    .requiredOption("--outcome <words>", "how it ended")
    .option("--finding <words>", "a pattern, issue or decision met; repeat for more", collect)
    .option("--worked <words>", "an approach that went well; repeat for more", collect)
    .option("--watch <words>", "a risk or trap; repeat for more", collect)
    .option("--thread <words>", "something noticed and not acted on; repeat for more", collect)
    .option("--done <thread>", "an open thread that is settled, by id or text; repeat for more", collect)
    .option("--near <choice>", `what says nearly the same as an entry: ${NEAR.join(", ")}; asked on a terminal`)
    .option("--dry-run", "only show what would be written")
    .description("end a session: what was learnt goes into the memory, with one line in its log");
  addExamples(command, [
    'wardroom memory close implementer --summary "Card form" --outcome "merged" --finding "Fonts load twice"',
    'wardroom memory close implementer 8f4c2e61 --summary - --outcome "half done" --done "Retry on 502" < notes.txt',
  ]);
  command.action(async (agent: string, session: string | undefined, options: Options) => {
    const near = NEAR.find((each) => each === options.near);
    if (options.near !== undefined && near === undefined) {
      throw new AppError("invalid_input", `--near takes ${NEAR.join(", ")}, not "${options.near}".`, {
        hint: "Leave it out to add.",
      });
    }
    const id = session ?? (await onlyOpen(cli, agent));
    const path = `${agentPath(agent)}/sessions/${encodeURIComponent(id)}/close`;
    const send = (body: unknown, dryRun: boolean) =>
      cli.ask(AgentSessionClosed, path + (dryRun ? "?dryRun=true" : ""), {
        method: "POST",
        body,
        ...roleOfAgent(agent),
      });
    const body = { ...(await bodyOf(cli, options)) };
    const { stdin, stderr } = cli.surroundings;
    const asks = near === undefined && cli.flags.yes !== true && cli.flags.json !== true && stdin.isTTY && stderr.isTTY;
    if (options.dryRun !== true && (asks || (near ?? "add") !== "add")) {
      const { nearDuplicates } = await send(body, true);
      const choices = new Map<string, Chosen>();
      for (const each of nearDuplicates) {
        const choice = near ?? (await askFor(cli, each));
        if (choice !== "add") choices.set(`${each.section}\n${each.text}`, { entry: each.entry.id, choice });
      }
      merge(body, choices);
    }
    const closed = await send(body, options.dryRun === true);
    cli.show(closed, () => render(cli, closed));
  });
}

interface Body {
  summary: string;
  outcome: string;
  findings: Learnt[];
  worked: Learnt[];
  watchPoints: Learnt[];
  openThreads: Learnt[];
  closedThreads: string[];
}

interface Chosen {
  entry: string;
  choice: "replace" | "keep";
}

async function bodyOf(cli: Cli, { summary, outcome, ...lists }: Options): Promise<Body> {
  return {
    summary: await cli.text(summary),
    outcome,
    findings: lists.finding ?? [],
    worked: lists.worked ?? [],
    watchPoints: lists.watch ?? [],
    openThreads: lists.thread ?? [],
    closedThreads: lists.done ?? [],
  };
}

/** The lists of a close by the section they go to. */
const LISTS = [
  ["Accumulated Findings", "findings"],
  ["What Worked", "worked"],
  ["Watch Points", "watchPoints"],
  ["Open Threads", "openThreads"],
] as const;

function merge(body: Body, choices: ReadonlyMap<string, Chosen>): void {
  for (const [section, list] of LISTS) {
    body[list] = body[list].map((learnt) => {
      const text = typeof learnt === "string" ? learnt : learnt.text;
      const chosen = choices.get(`${section}\n${text}`);
      return chosen === undefined ? learnt : { text, ...chosen };
    });
  }
}

async function askFor(cli: Cli, { text, entry, section }: Similar) {
  const { stdin, stderr } = cli.surroundings;
  const { warn, faint } = cli.paint;
  stderr.write(
    `${warn("nearly the same")} in ${section}:\n  ${faint("there:")} ${plainLine(entry.text)}\n  ${faint("new:  ")} ${plainLine(text)}\n`,
  );
  const answer = (await stdin.ask("Add it beside, replace the old one, or keep the old one only? [A/r/k] "))
    .trim()
    .toLowerCase();
  if (answer.startsWith("r")) return "replace";
  return answer.startsWith("k") ? "keep" : "add";
}

/** Of sessions in other team sessions, the list holds none of the caller's own role. */
const ofRole = (role: string) => ({ role, sessionKey: null });

async function onlyOpen(cli: Cli, name: string): Promise<string> {
  const { role } = await cli.ask(Me, "/api/v1/me", roleOfAgent(name));
  const { items } = await cli.askAll(AgentSessionList, `${agentPath(name)}/sessions?state=open`, roleOfAgent(name));
  const open = items.filter(({ startedBy }) => isSessionOf(ofRole(startedBy), ofRole(role ?? "Lead")));
  const [only] = open;
  if (only === undefined) {
    throw new AppError("not_found", `${name} has no open session.`, {
      hint: `Start one: wardroom memory start ${name}`,
    });
  }
  if (open.length === 1) return only.id;
  throw new AppError("invalid_input", `${name} has ${open.length} open sessions.`, {
    hint: `Name the one to close: ${open.map(({ id }) => id).join(", ")}.`,
  });
}

function render(cli: Cli, closed: AgentSessionClosed): string {
  const { good, warn, faint, bad } = cli.paint;
  const line = (mark: string, section: string, text: string) => `  ${mark} ${faint(`${section}:`)} ${plainLine(text)}`;
  const lines = [
    closed.dryRun ? "Would write:" : `${good("Closed.")} Revision ${closed.revision ?? "-"}.`,
    line(good("+"), "Session Log", closed.log),
    ...closed.added.map(({ section, text }) => line(good("+"), section, text)),
    ...closed.merged.map(({ section, text, choice }) =>
      line(choice === "replace" ? warn("~") : faint("="), section, text),
    ),
    ...closed.repeated.map(({ section, text }) => line(faint("="), `${section}, said already`, text)),
    ...closed.closedThreads.map(({ text }) => line(bad("-"), "Open Threads", text)),
    ...closed.nearDuplicates.map(({ section, text, entry }) =>
      line(warn("?"), `${section}, nearly as line ${entry.line}`, text),
    ),
    ...closed.unknownThreads.map(({ text, nearest }) =>
      line(
        warn("?"),
        "no such open thread",
        nearest === null ? text : `${text} (did you mean ${nearest.id}: ${nearest.text})`,
      ),
    ),
    ...(closed.related ?? []).map((each) => line(faint("near"), each.role, `${each.text} (${each.id})`)),
    ...closed.diagnostics.map(({ message }) => `  ${warn("note:")} ${plainLine(message)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** `wardroom memory`: what one agent knows of the project from session to session. */
export function addMemoryCommands(program: Command, cli: Cli): void {
  const group = program.command("memory").description("an agent's own memory: show, init, brief, start, close, clear");
  addBrief(group, cli);
  addStart(group, cli);
  addCloseCommand(group, cli);
  addClear(group, cli);
}

function addBrief(group: Command, cli: Cli): void {
  const command = group
    .command("brief")
    .argument("[agent]", "about to be deployed; what all memories come to when left out")
    .option("--budget <tokens>", "how many tokens it may cost", positiveNumber)
    .option("--task <text>", "what the agent is about to do")
    .option("--judge", "ask the judge of the server what near lines are; it proposes, and changes nothing")
    .description("what others know that matters to an agent, each sentence with its source");
  addExamples(command, [
    "wardroom memory brief implementer --budget 800",
    'wardroom memory brief tester-2 --task "load tests of the import"',
    "wardroom memory brief",
  ]);
  interface Given {
    budget?: number;
    task?: string;
    judge?: true;
  }
  command.action(async (agent: string | undefined, { budget, task, judge }: Given) => {
    const { stdout } = cli.surroundings;
    if (judge) {
      const asked = () => cli.ask(BriefJudged, "/agents/brief/judge", { method: "POST", body: {} });
      cli.show(await cli.working("Asking the judge", asked), (judged) => plainText(sayJudgements(judged)));
      return;
    }
    const render = ({ text }: { text: string }) => (stdout.isTTY ? plainText(text) : text);
    const asked = (): Promise<{ text: string }> =>
      agent === undefined
        ? cli.ask(ProjectBrief, `/agents/brief${query({ budget })}`)
        : cli.ask(AgentBrief, `${agentPath(agent)}/brief${query({ budget, task })}`);
    cli.show(await cli.working("Reading all memories", asked), render);
  });
}

function addStart(group: Command, cli: Cli): void {
  const command = group
    .command("start")
    .argument("<agent>")
    .description("begin a session: what to read before work, and the id to close it with");
  addExamples(command, ["wardroom memory start implementer", "wardroom memory start implementer --as implementer-2"]);
  command.action(async (agent: string) => {
    const asking = { method: "POST", body: {}, ...roleOfAgent(agent) } as const;
    const started = await cli.ask(AgentSessionStarted, `${agentPath(agent)}/sessions`, asking);
    const as = cli.flags.as === undefined ? "" : ` --as ${plainLine(cli.flags.as)}`;
    cli.show(started, ({ sessionId, memory, acknowledgement, writes, brief, openSessions }) => {
      const { strong, faint, warn } = cli.paint;
      const others = openSessions
        .filter(({ id }) => id !== sessionId)
        .map(
          ({ id, startedAt }) =>
            `${warn("open since")} ${shortTime(startedAt)}: wardroom memory close ${plainLine(agent)} ${id}${as} --summary … --outcome …\n`,
        );
      return [
        `${plainLine(acknowledgement)}${writes === undefined ? "" : `\n${plainLine(writes)}`}\n\n`,
        memory === null ? "" : `${plainText(memory.text).trimEnd()}\n\n`,
        brief.text.trim() === "" ? "" : `${plainText(brief.text).trimEnd()}\n\n`,
        ...others,
        `${strong(`Session ${sessionId}`)} ${faint(`started. At the end: wardroom memory close ${plainLine(agent)} ${sessionId}${as} --summary … --outcome …`)}\n`,
      ].join("");
    });
  });
}

function addClear(group: Command, cli: Cli): void {
  const command = group
    .command("clear")
    .argument("<agent>")
    .description("delete the memory; asks first, and the history keeps it");
  addExamples(command, ["wardroom memory clear implementer", "wardroom memory clear implementer --yes"]);
  command.action(async (agent: string) => {
    const path = `${agentPath(agent)}/memory`;
    const { path: file, sections, lines } = await cli.ask(AgentMemory, path);
    const entries = sections.reduce((sum, section) => sum + section.entries.length, 0);
    await cli.confirm(
      `${file} with ${sayCount(entries, "entry", "entries")} on ${sayCount(lines, "line")} will be deleted.`,
    );
    const cleared = await cli.ask(AgentMemoryCleared, path + query({ confirm: agent }), { method: "DELETE" });
    cli.show(
      cleared,
      () => `${cli.paint.good("Cleared")} the memory of ${plainLine(cleared.agent)}; its history is kept.\n`,
    );
  });
}

/** The address of one agent; its name may hold anything. */
function agentPath(agent: string): string {
  return `/agents/${encodeURIComponent(agent)}`;
}

/**
 * Whom the owner acts as in a session of an agent: the role of its name, which `--as` changes; nobody else for a name that
 * no role can have.
 */
function roleOfAgent(agent: string): { role?: string } {
  try {
    return { role: assertRoleId(agent) };
  } catch {
    return {}; // code reviewer
  }
}

/** `wardroom curate`: what the Lead does so that the team memory stays short and true. */
export function addCurateCommands(program: Command, cli: Cli): void {
  const group = program
    .command("curate")
    .description("the team memory: archive, unarchive, edit, resolve, make items, prune");
  addArchive(group, cli);
  addPrune(group, cli);
}

function addArchive(group: Command, cli: Cli): void {
  const archive = addSessionOption(group.command("archive").argument("[items...]", "ids of items"))
    .option("-r, --role <role>", "the whole section of a role instead")
    .option("-n, --note <words>", "why, written into the heading of an archived section")
    .option("--include-open", "archive open questions and conflicts of the section too, without asking")
    .description("archive items, or a whole section");
  addExamples(archive, [
    "wardroom curate archive 3f9a1c07be42 51bd0e6f2a90",
    'wardroom curate archive --role researcher-1 --note "Phase 2 Complete"',
  ]);
  archive.action(async (items: string[], options: ArchiveOptions) => {
    const { role, note, includeOpen, ...choice } = options;
    const body = { ...(items.length > 0 && { items }), role, note, includeOpen };
    const path = `${await chooseSession(cli, choice)}/memory/archive`;
    const send = (extra: object) => cli.ask(Changed, path, { method: "POST", body: { ...body, ...extra } });
    const changed = await send({}).catch(async (error: unknown) => {
      const isAboutOpen = error instanceof RequestError && error.code === "open_items";
      const open = isAboutOpen ? openItemsIn(error.problem?.current, cli.paint) : null;
      if (open === null || !cli.canConfirm) throw error;
      if (cli.flags.json !== true) cli.surroundings.stderr.write(`Still open:\n${open.join("\n")}\n`);
      await cli.confirm(`${open.length} open items are archived with the section of ${role}.`);
      return send({ includeOpen: true });
    });
    cli.show(changed, () => `${cli.paint.good("Archived")} ${sayWhat(items, role)}, revision ${changed.revision}.\n`);
  });
}

type ArchiveOptions = SessionChoice & { role?: string; note?: string; includeOpen?: true };

function sayWhat(items: readonly string[], role: string | undefined): string {
  return role === undefined ? sayCount(items.length, "item") : `the section of ${role}`;
}

function addPrune(group: Command, cli: Cli): void {
  const command = addSessionOption(group.command("prune"))
    .option("--target <lines>", "how many lines to keep at most", wholeNumber, 500)
    .option("--dry-run", "only show what would go")
    .description("delete archived and resolved items, oldest first; lists them and asks first");
  addExamples(command, ["wardroom curate prune --dry-run", "wardroom curate prune --target 300 --yes"]);
  command.action(async (options: SessionChoice & { target: number; dryRun?: true }) => {
    const { target, dryRun, ...choice } = options;
    const path = `${await chooseSession(cli, choice)}/memory/prune`;
    const preview = await cli.ask(PruneResult, path, { method: "POST", body: { dryRun: true, target } });
    if (dryRun === true || preview.items.length === 0) {
      cli.show(preview, () => renderPreview(cli, preview));
      return;
    }
    if (cli.flags.json !== true) cli.surroundings.stderr.write(renderPreview(cli, preview));
    await cli.confirm(
      `${sayCount(preview.items.length, "item is", "items are")} deleted from the file; the history keeps everything.`,
    );
    const body = { dryRun: false, target };
    const done = await cli.ask(PruneResult, path, { method: "POST", body, ifMatch: preview.etag });
    cli.show(
      done,
      () =>
        `${cli.paint.good("Pruned")} ${sayCount(done.items.length, "item")}: ${sayCount(done.linesBefore, "line")} became ${done.linesAfter}.\n`,
    );
  });
}

function renderPreview(cli: Cli, { items, linesBefore, linesAfter, tokensSaved, keeps }: PruneResult): string {
  const kept = `Stays: ${keeps.open} open, ${keeps.active} active, ${keeps.enough} archived or resolved within the target.`;
  if (items.length === 0) return `Nothing to prune: no archived or resolved item has to go for that.\n${kept}\n`;
  const list = items.map((item) => renderItem(item, cli.paint)).join("\n");
  return `${list}\n${sayCount(linesBefore, "line")} would become ${linesAfter}, about ${sayCount(tokensSaved, "token")} fewer.\n${kept}\n`;
}
