import { InvalidArgumentError } from "commander";
import { Gate, type GateList, GateResult, type GateConcluded } from "@/lib/contracts/gates";
import { nullFor } from "@/lib/client/request-error";
import type { Cli } from "@/lib/cli/cli";
import { addressOf } from "@/lib/cli/choose-scope";
import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { wordAgainst } from "@/lib/core/context/gate";
import { sayCount } from "@/lib/core/text/say-count";
import { plainLine, plainText, shortTime } from "@/lib/cli/terminal-text";
import { Memory, RelayList, type Item, type Relay } from "@/lib/contracts/memory";
import { Me } from "@/lib/contracts/server";
import { renderBlocker } from "@/lib/cli/refused-lines";
import { renderItem } from "@/lib/cli/render-memory";
import { gatesOperations } from "@/lib/operations/gates";
import { markOf } from "@/lib/operations/tag-colour";
import { addAll } from "@/lib/core/lists";

const beside = besideRows(gatesOperations);

const MET = {
  met: ["--met <criterion>", "what was asked of the phase and was met, repeat for more", []],
  notMet: ["--not-met <criterion>", "what was asked and was not met, repeat for more", []],
} as const;

/** What was said of each criterion. */
function criteriaOf(said: Readonly<Record<string, unknown>>) {
  const { met = [], notMet = [] } = said as { met?: string[]; notMet?: string[] };
  return [...met.map((name) => ({ name, met: true })), ...notMet.map((name) => ({ name, met: false }))];
}

const resultOf = (word: string) => word.toUpperCase().replaceAll("-", "_");

const GATES = {
  says: "gates that end a phase: list, show, open, waive, prepare, conclude, abandon",
  rows: gatesOperations,
};

/** `wardroom gate`: whether a phase may pass, and what stands against it. */
export const addGateCommands = commandGroup(GATES, [
  beside("GET /sessions/{session}/gates", {
    says: "gates, newest first, and gate records in files, former evaluations too",
    switches: { "--records": "the text of each record as well" },
    examples: ["gate list --records", "gate list --session checkout --json"],
    print: (list, { given }, cli) => renderGateList(cli, list, given.switches.has("--records")),
  }),
  beside("GET /sessions/{session}/gates/{gate}", {
    says: "what blocks a gate, which relays are pending, and what is proposed to be archived",
    arguments: { gate: "its id" },
    examples: ["gate show 0d6c1f7a92be43d8"],
    print: sayGate,
  }),
  beside("POST /sessions/{session}/gates", {
    says: "begin the evaluation of a phase; no context is published until it ends",
    arguments: { phase: "its number, such as 1" },
    options: {
      criterion: ["--criterion <text>", "what is asked of the phase, repeat for more; everybody is told", []],
    },
    examples: ["gate open 1", 'gate open 2 --criterion "All tests pass"'],
    fill: ({ said }) => ({ criteria: said["criterion"] ?? [] }),
    print: sayGate,
  }),
  // What is decided about an open gate before it ends, for everybody to see.
  beside("POST /sessions/{session}/gates/{gate}/waive", {
    says: "let blockers of an open gate through, for one reason",
    arguments: { gate: "its id", blockers: "ids, such as role:tester-1" },
    options: { reason: ["--reason <text>", "why they are let through; without it the waiver is taken back"] },
    examples: ['gate waive 0d6c1f7a92be43d8 role:tester-1 role:tester-2 --reason "On leave"'],
    fill: ({ reason = null }) => ({ reason }),
    print: sayGate,
  }),
  beside("POST /sessions/{session}/gates/{gate}/prepare", {
    says: "choose the result, the criteria and what is archived, before a gate is concluded",
    arguments: { gate: "its id" },
    options: {
      result: ["--result <result>", "approved, conditional_pass, rejected"],
      ...MET,
      archive: ["--archive <item>", "an item to archive, repeat for more"],
    },
    examples: ['gate prepare 0d6c1f7a92be43d8 --result approved --met "All tests pass"'],
    madeOf: { criteria: ["met", "notMet"] },
    fill: ({ result, said }) => {
      const criteria = criteriaOf(said);
      return { result: result && resultOf(result), criteria: criteria.length > 0 ? criteria : undefined };
    },
    print: sayGate,
  }),
  beside("POST /sessions/{session}/gates/{gate}/conclude", {
    says: "end a gate with a result, and write the record of the phase",
    arguments: { gate: "its id", result: "approved, conditional_pass, rejected" },
    options: {
      ...MET,
      waivers: ["--waive <blocker=reason>", "let a blocker through, repeat for more", undefined, collectWaiver],
      archive: ["--archive <item>", "an item to archive, repeat for more"],
    },
    switches: { "--archive-stale": "archive every item that `wardroom gate show <gate>` proposes" },
    examples: [
      'gate conclude 0d6c1f7a92be43d8 approved --met "All tests pass" --archive-stale',
      'gate conclude 0d6c1f7a92be43d8 approved --waive "role:tester-1=Left on Monday"',
      'gate conclude 0d6c1f7a92be43d8 rejected --not-met "No page loads longer than a second"',
    ],
    madeOf: { criteria: ["met", "notMet"] },
    // The result of a phase, with what was asked of it and what was let through.
    fill: async ({ session, gate: id, result: word = "", said, archive = [], switches }, cli) => {
      // One that is not there is refused by the conclusion, which first says what is wrong with what was typed.
      const address = `${addressOf(session)}/gates/${encodeURIComponent(id)}`;
      const gate = await cli.ask(Gate, address).catch(nullFor("not_found"));
      const stale = switches.has("--archive-stale") ? (gate?.stale ?? []) : [];
      const { waivers = [] } = said as { waivers?: Waiver[] };
      const result = resultOf(word);
      if (gate !== null) await showAgainst(cli, gate, { result, waivers });
      return { result, waivers, criteria: criteriaOf(said), archive: [...new Set([...archive, ...stale])] };
    },
    print: (concluded, { given }, cli) => renderConcluded(cli, concluded, given),
  }),
]);

interface Waiver {
  id: string;
  reason: string;
}

/** Tells before a gate ends what stands against the result, and asks a person whether it is to end so. */
async function showAgainst(
  cli: Cli,
  { phase, state, blockers, reported, changed, gcVersion: version }: Gate,
  { result, waivers }: { result: string; waivers: Waiver[] },
): Promise<void> {
  if (state !== "open" || cli.flags.json === true || !GateResult.safeParse(result).success) return;
  const waived = new Set(waivers.map(({ id }) => id));
  const standing = blockers.filter(({ id }) => !waived.has(id) && !waived.has(id.replace(/^\w+:/, "")));
  // The refusal lists them itself.
  if (result === "APPROVED" && standing.length > 0) return;
  const against = wordAgainst(standing, { reported, changed, version });
  if (against.length === 0) return;
  const { stderr } = cli.surroundings;
  stderr.write(`${cli.paint.warn("Against it:")}\n${against.map((each) => `  ${plainLine(each)}\n`).join("")}`);
  if (cli.canConfirm) await cli.confirm(`Phase ${phase} will end as ${result} all the same.`);
}

/** A waiver as it is typed, `role:tester-1=Left on Monday`, after those before it. */
function collectWaiver(value: string, before: Waiver[] | undefined): Waiver[] {
  const [, id = "", reason = ""] = /^([^=]*)=([^]*)$/.exec(value) ?? []; // role:tester-1=Left on Monday
  if (id.trim() === "" || reason.trim() === "") {
    throw new InvalidArgumentError('Write the blocker and the reason, such as "role:tester-1=Left on Monday".');
  }
  return [...(before ?? []), { id: id.trim(), reason: reason.trim() }];
}

function renderConcluded(
  { paint }: Cli,
  { gate, record, revision }: GateConcluded,
  { waivers = [], archive = [] }: { waivers?: unknown[]; archive?: unknown[] },
): string {
  const said = plainLine(gate.said);
  const standing = gate.blockers.filter(({ waived }) => waived === null).length;
  const also = [
    ...(standing > 0 ? [`${sayCount(standing, "blocker")} left standing`] : []),
    ...(waivers.length > 0 ? [`${sayCount(waivers.length, "blocker")} waived`] : []),
    ...(archive.length > 0 ? [`${sayCount(archive.length, "item")} archived`] : []),
  ];
  return [
    `${gate.result === "REJECTED" ? paint.bad(said) : paint.good(said)}\n`,
    also.length === 0 ? "" : `With it: ${also.join(", ")}.\n`,
    `Record: ${plainLine(record)}. The Lead's [Gate] item is revision ${revision}.\n`,
  ].join("");
}

/** What a person should see besides the gate before deciding. */
interface Around {
  /** Whether it is the Lead, who alone ends a gate. */
  leads: boolean;
  pending: Relay[];
  /** What is proposed to be archived, as far as it may be read. */
  items: ReadonlyMap<string, Item>;
}

/**
 * A gate with what blocks it. A person is also shown the pending relays, which block nothing but may hold what
 * matters, and the items proposed to be archived; a program gets what the API answers.
 */
async function sayGate(gate: Gate, { given: { session } }: { given: { session: string } }, cli: Cli): Promise<string> {
  if (gate.state !== "open") return renderGate(cli, gate, null);
  const relays = await cli.askAll(RelayList, `${addressOf(session)}/relays`);
  const { role } = await cli.ask(Me, "/api/v1/me");
  const leads = role === "Lead";
  // For any other role, reading the memory counts as its reading before work.
  const isRead = (leads || role === null) && gate.stale.length > 0;
  const { sections } = isRead ? await cli.ask(Memory, `${addressOf(session)}/memory`) : { sections: [] };
  const items = new Map(sections.flatMap((section) => section.items).map((item) => [item.id, item]));
  const pending = relays.items.filter(({ state }) => state === "pending");
  return renderGate(cli, gate, { leads, pending, items });
}

function renderGate(cli: Cli, gate: Gate, around: Around | null): string {
  const { paint } = cli;
  const { blockers } = gate;
  const head = `${paint.strong(`Gate ${gate.id}`)}: ${wordsOf(cli, gate)}`;
  const lines = [head, paint.faint(momentsOf(gate))];
  if (blockers.length > 0) {
    lines.push(gate.state === "open" ? "Blockers:" : "Blockers at the end:");
    addAll(
      lines,
      blockers.map((blocker) => `  ${renderBlocker(blocker, paint)}`),
    );
  } else lines.push("No blockers.");
  addAll(lines, gate.notes.map(plainLine));
  if (around === null) return `${lines.join("\n")}\n`;
  if (around.pending.length > 0) {
    lines.push("Pending relays:");
    addAll(
      lines,
      around.pending.map(
        ({ id, role, tag, text }) =>
          `  ${paint.name(id)}  ${plainLine(role)}: ${markOf(tag, paint)(`[${plainLine(tag)}]`)} ${plainLine(text)}`,
      ),
    );
  }
  if (gate.stale.length > 0) {
    lines.push("Proposed to be archived, with --archive-stale or --archive <item>:");
    for (const id of gate.stale) {
      const item = around.items.get(id);
      lines.push(item === undefined ? `  ${id}` : renderItem({ ...item, body: "" }, paint));
    }
  }
  if (around.leads) {
    lines.push(
      paint.faint(`Then, with approved, conditional_pass or rejected: wardroom gate conclude ${gate.id} approved`),
    );
  }
  return `${lines.join("\n")}\n`;
}

function wordsOf({ paint }: Cli, { state, result, said }: Gate): string {
  const words = plainLine(said);
  if (result === null) return state === "open" ? paint.warn(words) : words;
  return result === "REJECTED" ? paint.bad(words) : paint.good(words);
}

function momentsOf({ openedAt, openedBy, endedAt, endedBy }: Gate): string {
  const opened = `Opened ${shortTime(openedAt)} by ${plainLine(openedBy)}`;
  return endedAt === null ? opened : `${opened}; ended ${shortTime(endedAt)} by ${plainLine(endedBy ?? "-")}`;
}

/** The gates that were opened here, then the records that phase folders hold. */
function renderGateList(cli: Cli, { items, records }: GateList, withRecords: boolean): string {
  const { paint } = cli;
  const gates =
    items.length === 0
      ? "No gate was opened here yet. Open one: wardroom gate open <phase>\n"
      : cli.table(items, [
          { title: "GATE", value: ({ id }) => id, style: paint.name },
          { title: "PHASE", value: ({ phase }) => String(phase), align: "right" },
          { title: "STATE", value: ({ state }) => state },
          { title: "RESULT", value: ({ result }) => result ?? "-" },
          { title: "CONTEXT", value: ({ gcVersion }) => gcVersion },
          { title: "OPENED", value: ({ openedAt }) => shortTime(openedAt), style: paint.faint },
          { title: "BY", value: ({ openedBy }) => plainLine(openedBy) },
          { title: "BLOCKERS", value: ({ blockers }) => String(blockers.length), align: "right" },
        ]);
  if (records.length === 0) return gates;
  const texts = records.map(
    ({ path, former, text }) =>
      `\n${paint.strong(plainLine(path))}${former ? paint.faint(" (former)") : ""}\n${plainText(text).trimEnd()}\n`,
  );
  const table = cli.table(records, [
    { title: "RECORD", value: ({ path }) => plainLine(path), shrinks: true },
    { title: "RESULT", value: ({ result, former }) => `${plainLine(result ?? "-")}${former ? " (former)" : ""}` },
    { title: "DATE", value: ({ date }) => plainLine(date ?? "-"), style: paint.faint },
    { title: "CONTEXT", value: versionsOf },
    { title: "WARNINGS", value: ({ diagnostics }) => String(diagnostics.length), align: "right" },
  ]);
  return `${gates}\n${table}${withRecords ? texts.join("") : ""}`;
}

function versionsOf({ gcVersionIn, gcVersion }: GateList["records"][number]): string {
  const ended = plainLine(gcVersion ?? "-");
  return gcVersionIn === null || gcVersionIn === gcVersion ? ended : `${plainLine(gcVersionIn)} → ${ended}`;
}
