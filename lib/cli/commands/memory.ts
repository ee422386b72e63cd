import { AgentMemory, AgentSessionClosed, AgentSessionList, type Learnt } from "@/lib/contracts/agents";
import { sayJudgements } from "@/lib/core/coach/judge";
import type { Cli } from "@/lib/cli/cli";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { agentMemoryOperations } from "@/lib/operations/agent-memory";
import { agentsOperations } from "@/lib/operations/agents";
import { memoryOperations } from "@/lib/operations/memory";
import { curationOperations } from "@/lib/operations/curation";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import type { Paint } from "@/lib/operations/terminal";
import { sayCount } from "@/lib/core/text/say-count";
import { Me } from "@/lib/contracts/server";
import { isSessionOf } from "@/lib/core/agent-memory/agent-name";
import { AppError } from "@/lib/core/errors";
import { assertRoleId } from "@/lib/core/memory/role-id";
import { RequestError } from "@/lib/client/request-error";
import { PruneResult } from "@/lib/contracts/memory";
import { addressOf } from "@/lib/cli/choose-scope";
import { renderItem } from "@/lib/cli/render-memory";
import { openItemsIn } from "@/lib/cli/refused-lines";

/** What to do with a near-duplicate: add it, replace the similar entry with it, or keep that entry alone. */
const NEAR = ["add", "replace", "keep"] as const;

type Similar = AgentSessionClosed["nearDuplicates"][number];

interface Chosen {
  entry: string;
  choice: "replace" | "keep";
}

type Lists = Record<(typeof LISTS)[number][1], Learnt[]>;

/** The lists of a close by the section they go to. */
const LISTS = [
  ["Accumulated Findings", "findings"],
  ["What Worked", "worked"],
  ["Watch Points", "watchPoints"],
  ["Open Threads", "openThreads"],
] as const;

function merge(lists: Lists, choices: ReadonlyMap<string, Chosen>): Lists {
  const merged = LISTS.map(([section, list]) => [
    list,
    lists[list].map((learnt) => {
      const chosen = choices.get(`${section}\n${learnt as string}`);
      return chosen === undefined ? learnt : { text: learnt, ...chosen };
    }),
  ]);
  return Object.fromEntries(merged) as Lists;
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

function render({ good, warn, faint, bad }: Paint, closed: AgentSessionClosed): string {
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

const agents = besideRows(agentsOperations);

const judge = agents("POST /agents/brief/judge", {
  working: "Asking the judge",
  print: (judged) => plainText(sayJudgements(judged)),
});

const ofAll = agents("GET /agents/brief", {
  working: "Reading all memories",
  print: ({ text }, { whole }) => whole(text),
});

const brief = agents("GET /agents/{agent}/brief", {
  usage: "memory brief [agent]",
  says: "what others know that matters to an agent, each sentence with its source",
  arguments: { agent: "about to be deployed; what all memories come to when left out" },
  options: {
    budget: ["--budget <tokens>", "how many tokens it may cost"],
    task: ["--task <text>", "what the agent is about to do"],
  },
  switches: { "--judge": "ask the judge of the server what near lines are; it proposes, and changes nothing" },
  examples: [
    "memory brief implementer --budget 800",
    'memory brief tester-2 --task "load tests of the import"',
    "memory brief",
  ],
  working: "Reading all memories",
  instead: ({ switches, said }) => (switches.has("--judge") ? judge : said["agent"] === undefined ? ofAll : null),
  print: ({ text }, { whole }) => whole(text),
});

const start = agents("POST /agents/{agent}/sessions", {
  says: "begin a session: what to read before work, and the id to close it with",
  examples: ["memory start implementer", "memory start implementer --as implementer-2"],
  as: ({ agent }) => roleOfAgent(agent).role,
  print: (started, { paint, given }, cli) => {
    const { sessionId, memory, acknowledgement, writes, brief: told, openSessions } = started;
    const as = cli.flags.as === undefined ? "" : ` --as ${plainLine(cli.flags.as)}`;
    const close = (id: string) => `wardroom memory close ${plainLine(given.agent)} ${id}${as} --summary … --outcome …`;
    const others = openSessions
      .filter(({ id }) => id !== sessionId)
      .map(({ id, startedAt }) => `${paint.warn("open since")} ${shortTime(startedAt)}: ${close(id)}\n`);
    return [
      `${plainLine(acknowledgement)}${writes === undefined ? "" : `\n${plainLine(writes)}`}\n\n`,
      memory === null ? "" : `${plainText(memory.text).trimEnd()}\n\n`,
      told.text.trim() === "" ? "" : `${plainText(told.text).trimEnd()}\n\n`,
      ...others,
      `${paint.strong(`Session ${sessionId}`)} ${paint.faint(`started. At the end: ${close(sessionId)}`)}`,
    ].join("");
  },
});

const clear = besideRows(agentMemoryOperations)("DELETE /agents/{agent}/memory", {
  says: "delete the memory; asks first, and the history keeps it",
  examples: ["memory clear implementer", "memory clear implementer --yes"],
  confirm: null,
  fill: async ({ agent }, cli) => {
    const { path: file, sections, lines } = await cli.ask(AgentMemory, `${agentPath(agent)}/memory`);
    const entries = sections.reduce((sum, section) => sum + section.entries.length, 0);
    await cli.confirm(
      `${file} with ${sayCount(entries, "entry", "entries")} on ${sayCount(lines, "line")} will be deleted.`,
    );
    return { confirm: agent };
  },
  print: ({ agent }, { paint }) => `${paint.good("Cleared")} the memory of ${plainLine(agent)}; its history is kept.`,
});

const close = agents("POST /agents/{agent}/sessions/{id}/close", {
  says: "end a session: what was learnt goes into the memory, with one line in its log",
  arguments: { session: ["the id that start printed; the only open one when left out", "id"] },
  required: ["summary", "outcome"],
  options: {
    summary: ["--summary <words>", "what was done, or - for standard input"],
    outcome: ["--outcome <words>", "how it ended"],
    findings: ["--finding <words>", "a pattern, issue or decision met; repeat for more", []],
    worked: ["--worked <words>", "an approach that went well; repeat for more", []],
    watchPoints: ["--watch <words>", "a risk or trap; repeat for more", []],
    openThreads: ["--thread <words>", "something noticed and not acted on; repeat for more", []],
    closedThreads: ["--done <thread>", "an open thread that is settled, by id or text; repeat for more", []],
    near: ["--near <choice>", `what says nearly the same as an entry: ${NEAR.join(", ")}; asked on a terminal`],
    dryRun: ["--dry-run", "only show what would be written"],
  },
  examples: [
    'memory close implementer --summary "Card form" --outcome "merged" --finding "Fonts load twice"',
    'memory close implementer 8f4c2e61 --summary - --outcome "half done" --done "Retry on 502" < notes.txt',
  ],
  as: ({ agent }) => roleOfAgent(agent).role,
  fill: async ({ agent, said, dryRun }, cli) => {
    const {
      near: word,
      id: named,
      agent: _agent,
      ...body
    } = said as Lists & Record<"near" | "id" | "agent", string | undefined>;
    const near = NEAR.find((each) => each === word);
    if (word !== undefined && near === undefined) {
      throw new AppError("invalid_input", `--near takes ${NEAR.join(", ")}, not "${word}".`, {
        hint: "Leave it out to add.",
      });
    }
    const id = named ?? (await onlyOpen(cli, agent));
    const { stdin, stderr } = cli.surroundings;
    const asks = near === undefined && cli.flags.yes !== true && cli.flags.json !== true && stdin.isTTY && stderr.isTTY;
    if (dryRun !== undefined || (!asks && (near ?? "add") === "add")) return { id };
    const path = `${agentPath(agent)}/sessions/${encodeURIComponent(id)}/close?dryRun=true`;
    const asking = { method: "POST", body, ...roleOfAgent(agent) } as const;
    const { nearDuplicates } = await cli.ask(AgentSessionClosed, path, asking);
    const choices = new Map<string, Chosen>();
    for (const each of nearDuplicates) {
      const choice = near ?? (await askFor(cli, each));
      if (choice !== "add") choices.set(`${each.section}\n${each.text}`, { entry: each.entry.id, choice });
    }
    return { id, ...merge(body, choices) };
  },
  print: (closed, { paint }) => render(paint, closed),
});

const MEMORIES = { says: "an agent's own memory: show, init, brief, start, close, clear", rows: agentMemoryOperations };

/** `wardroom memory`: what one agent knows of the project from session to session. */
export const addMemoryCommands = commandGroup(MEMORIES, [brief, start, close, clear]);

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

const curation = besideRows(curationOperations);

const CURATION = {
  says: "the team memory: archive, unarchive, edit, resolve, make items, prune",
  rows: [...curationOperations, ...memoryOperations],
};

/** `wardroom curate`: what the Lead does so that the team memory stays short and true. */
export const addCurateCommands = commandGroup(CURATION, [
  curation("POST /sessions/{session}/memory/archive", {
    says: "archive items, or a whole section",
    arguments: { items: "ids of items" },
    options: {
      role: ["-r, --role <role>", "the whole section of a role instead"],
      note: ["-n, --note <words>", "why, written into the heading of an archived section"],
      includeOpen: ["--include-open", "archive open questions and conflicts of the section too, without asking"],
    },
    examples: [
      "curate archive 3f9a1c07be42 51bd0e6f2a90",
      'curate archive --role researcher-1 --note "Phase 2 Complete"',
    ],
    refused: async (error, { role }, cli) => {
      const isAboutOpen = error instanceof RequestError && error.code === "open_items";
      const open = isAboutOpen ? openItemsIn(error.problem?.current, cli.paint) : null;
      if (open === null || !cli.canConfirm) throw error;
      cli.tell(`Still open:\n${open.join("\n")}\n`);
      await cli.confirm(`${open.length} open items are archived with the section of ${role}.`);
      return { includeOpen: true };
    },
    print: ({ revision }, { paint, given: { items = [], role } }) => {
      const what = role === undefined ? sayCount(items.length, "item") : `the section of ${role}`;
      return `${paint.good("Archived")} ${what}, revision ${revision}.`;
    },
  }),
  curation("POST /sessions/{session}/memory/prune", {
    says: "delete archived and resolved items, oldest first; lists them and asks first",
    options: {
      target: ["--target <lines>", "how many lines to keep at most", 500],
      dryRun: ["--dry-run", "only show what would go"],
    },
    examples: ["curate prune --dry-run", "curate prune --target 300 --yes"],
    fill: async ({ session, target, dryRun }, cli) => {
      if (dryRun === true) return { dryRun };
      const path = `${addressOf(session)}/memory/prune`;
      const preview = await cli.ask(PruneResult, path, { method: "POST", body: { dryRun: true, target } });
      const { length } = preview.items;
      if (length === 0) return { dryRun: true };
      cli.tell(renderPreview(cli, preview));
      await cli.confirm(
        `${sayCount(length, "item is", "items are")} deleted from the file; the history keeps everything.`,
      );
      return { dryRun: false, ifMatch: preview.etag };
    },
    print: (done, { paint, given: { dryRun } }, cli) =>
      dryRun
        ? renderPreview(cli, done)
        : `${paint.good("Pruned")} ${sayCount(done.items.length, "item")}: ${sayCount(done.linesBefore, "line")} became ${done.linesAfter}.`,
  }),
]);

function renderPreview(cli: Cli, { items, linesBefore, linesAfter, tokensSaved, keeps }: PruneResult): string {
  const kept = `Stays: ${keeps.open} open, ${keeps.active} active, ${keeps.enough} archived or resolved within the target.`;
  if (items.length === 0) return `Nothing to prune: no archived or resolved item has to go for that.\n${kept}\n`;
  const list = items.map((item) => renderItem(item, cli.paint)).join("\n");
  return `${list}\n${sayCount(linesBefore, "line")} would become ${linesAfter}, about ${sayCount(tokensSaved, "token")} fewer.\n${kept}\n`;
}
