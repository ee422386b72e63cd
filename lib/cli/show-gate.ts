import { api, type SessionScope } from "@/lib/client/paths";
import type { Gate, GateList } from "@/lib/contracts/gates";
import { Memory, RelayList, type Item, type Relay } from "@/lib/contracts/memory";
import { Me } from "@/lib/contracts/server";
import type { Cli } from "@/lib/cli/cli";
import { plainLine, plainText } from "@/lib/cli/plain-text";
import { renderBlocker } from "@/lib/cli/render-blockers";
import { renderItem } from "@/lib/cli/render-memory";
import { shortTime } from "@/lib/cli/short-time";
import { markOf } from "@/lib/operations/tag-colour";
import { addAll } from "@/lib/core/lists";

/** What a person should see besides the gate before deciding. */
interface Around {
  /** Whether it is the Lead, who alone ends a gate. */
  leads: boolean;
  pending: Relay[];
  /** What is proposed to be archived, as far as it may be read. */
  items: ReadonlyMap<string, Item>;
}

/**
 * Prints a gate with what blocks it. A person is also shown the pending relays, which block nothing but may hold what
 * matters, and the items proposed to be archived; a program gets what the API answers.
 */
export async function showGate(
  cli: Cli,
  session: (path: (scope: SessionScope) => string) => (workspace: string) => string,
  gate: Gate,
): Promise<void> {
  const around = cli.flags.json === true || gate.state !== "open" ? null : await readAround();
  cli.show(gate, () => renderGate(cli, gate, around));

  async function readAround(): Promise<Around> {
    const relays = await cli.askAll(
      RelayList,
      session((scope) => `${api.session(scope)}/relays`),
    );
    const { role } = await cli.ask(Me, () => "/api/v1/me");
    const leads = role === "Lead";
    // For any other role, reading the memory counts as its reading before work.
    const sections =
      (leads || role === null) && gate.stale.length > 0 ? (await cli.ask(Memory, session(api.memory))).sections : [];
    const items = new Map(sections.flatMap((section) => section.items).map((item) => [item.id, item]));
    return { leads, pending: relays.items.filter(({ state }) => state === "pending"), items };
  }
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
export function renderGateList(cli: Cli, { items, records }: GateList, withRecords: boolean): string {
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
