import { accessOf, foreignSections } from "@/lib/core/memory/access";
import { changedParts, OUTSIDE_SECTIONS } from "@/lib/core/memory/changed-roles";
import { parseMemory } from "@/lib/core/memory/parse-memory";
import { attribute, sha256 } from "@/lib/hook/attribute";
import { speaksOfDocuments } from "@/lib/hook/decide-shell";
import { stringOf, type ToolCall } from "@/lib/hook/hook-input";
import type { Moment } from "@/lib/hook/moment";
import { oweLead } from "@/lib/hook/orientation";
import { memoryPath, readText } from "@/lib/hook/workspace";

/** Keeps what the team memory is before a shell command that speaks of it, to see afterwards what the command did. */
export function rememberMemory({ input, identity, root, session, ledger }: Moment): void {
  if (identity.role === null || session === null || !speaksOf(input.tool, input.cwd)) return;
  const text = readText(memoryPath(root, session));
  if (text !== null) ledger.note(text, "before-shell", input.toolUseId);
}

/**
 * What a shell command has done to the team memory: the change is the agent's in the history, and where it broke a rule the agent is
 * told which, and the Lead with its next event. "" where nothing is to be told.
 */
export async function seeShellWrites(moment: Moment): Promise<string> {
  const { input, identity, root, session, ledger } = moment;
  const { role } = identity;
  const shells = input.batch.filter((tool) => tool.name === "Bash" && speaksOf(tool, input.cwd));
  const [shell] = shells;
  if (shell === undefined || role === null || session === null) return "";
  const before = shells.map(({ id = "" }) => ledger.read("before-shell", id)).find((text) => text !== null) ?? null;
  for (const { id = "" } of shells) ledger.drop("before-shell", id);
  const after = readText(memoryPath(root, session));
  if (before === null || after === null || sha256(before) === sha256(after)) return "";
  const known = await attribute(moment, session, { before, after });
  const access = accessOf(role);
  const changed = changedParts(parseMemory(before), parseMemory(after));
  const broken = foreignSections(role, changed);
  if (broken.length === 0) return "";
  const what = broken.map((section) => section || OUTSIDE_SECTIONS).join(", ");
  // Of what the server knows, it tells the Lead in its inbox.
  if (broken.some((section) => !known.includes(section))) {
    oweLead(
      ledger,
      `Wardroom: ${role} changed ${what} in TEAM-MEMORY.md of ${session} with a shell command, which is not its to change: ${shorten(stringOf(shell.input["command"]))}`,
    );
  }
  const right =
    access === "relay"
      ? `${role} changes nothing in it: the tool \`say\` leaves an item with the Lead.`
      : `${role} writes in "## ${role}" alone, with the tool \`say\` or with Edit.`;
  return `Wardroom: your command changed ${what} in TEAM-MEMORY.md. ${right} Put it back as it was; the Lead has been told.`;
}

function speaksOf({ input }: ToolCall, cwd: string): boolean {
  return speaksOfDocuments(stringOf(input["command"])) || speaksOfDocuments(cwd);
}

function shorten(command: string): string {
  const line = command.replace(/\s+/g, " ").trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
