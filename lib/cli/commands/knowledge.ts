import { besideRows, commandGroup } from "@/lib/cli/operation-commands";
import { renderHunks } from "@/lib/cli/render-diff";
import { plainLine } from "@/lib/cli/terminal-text";
import { KnowledgeLaidOut } from "@/lib/contracts/knowledge-layout";
import type { TeamCommandDone } from "@/lib/contracts/team-sessions";
import { sayCount } from "@/lib/core/text/say-count";
import { checkpointsOperations } from "@/lib/operations/checkpoints";
import { knowledgeHistoryOperations } from "@/lib/operations/knowledge-history";
import { knowledgeOperations } from "@/lib/operations/knowledge";
import { showTeamSession } from "@/lib/operations/show-team-session";
import { teamSessionsOperations } from "@/lib/operations/team-sessions";
import { teamsOperations } from "@/lib/operations/teams";
import type { Paint, Terminal } from "@/lib/operations/terminal";

function sayWhat(core: boolean, modes: string[], keywords: string[]): string {
  const parts = [core ? "always" : "", ...modes.map((mode) => `mode ${mode}`), ...keywords];
  return plainLine(parts.filter((part) => part !== "").join(", ") || "-");
}

const shared = besideRows(knowledgeOperations);
const session = besideRows(teamSessionsOperations);

const ofTeam = besideRows(teamsOperations)("GET /teams/{team}/knowledge", {
  print: ({ entries }, { paint, table }) =>
    entries.length === 0
      ? "The index has no entry yet."
      : table(entries, [
          { title: "KNOWLEDGE", value: ({ id }) => plainLine(id), style: paint.name },
          { title: "KIND", value: ({ kind }) => kind },
          { title: "PRIORITY", value: ({ priority }) => priority },
          { title: "TOKENS", value: ({ tokens }) => String(tokens ?? "-"), align: "right" },
          { title: "LOADED BY", value: ({ core, modes, keywords }) => sayWhat(core, modes, keywords), shrinks: true },
        ]),
});

/** The files that laying out writes, each with its lines. */
function sayChanges(changes: KnowledgeLaidOut["changes"], paint: Paint): string {
  return changes
    .map(({ path, kind, hunks }) => `${paint.name(plainLine(path))} ${paint.faint(kind)}\n${renderHunks(hunks, paint)}`)
    .join("\n");
}

const COMMANDS = "POST /teams/{team}/sessions/{session}/commands";
/** Prints the answer to a change of a team session, with its warnings. */
const DONE = {
  notes: ({ warnings }: TeamCommandDone) => warnings,
  print: (answer: TeamCommandDone, terminal: Terminal<unknown>) => showTeamSession(answer, terminal),
};
const ITS_ID = { knowledge: "its id" };

const KNOWLEDGE = {
  says: "what teams load: list, lay-out, resolve, start, load, unload, reload, checkpoint, resume, end",
  rows: [...checkpointsOperations, ...knowledgeHistoryOperations, ...teamSessionsOperations, ...teamsOperations],
};

/** `wardroom knowledge`: what teams load within their budget, and the sessions they load it in. */
export const addKnowledgeCommands = commandGroup(KNOWLEDGE, [
  shared("GET /knowledge", {
    says: "the shared registry, or a team's index, with counted tokens",
    options: { team: ["-t, --team <team>", "what this team's index lists"] },
    examples: ["knowledge list", "knowledge list --team dev-security"],
    instead: ({ said }) => (said["team"] === undefined ? null : ofTeam),
    print: ({ items }, { paint, table }) =>
      items.length === 0
        ? "The registry has no entry yet."
        : table(items, [
            { title: "KNOWLEDGE", value: ({ id }) => plainLine(id), style: paint.name },
            { title: "TOKENS", value: ({ tokens }) => String(tokens ?? "-"), align: "right" },
            { title: "ESTIMATE", value: ({ tokensEstimate }) => String(tokensEstimate ?? "-"), align: "right" },
            { title: "TEAMS", value: ({ usedBy }) => plainLine(usedBy.map((use) => use.team).join(", ") || "-") },
            { title: "FILE", value: ({ path, problem }) => plainLine(problem ?? path ?? "-"), shrinks: true },
          ]),
  }),
  // Every file is shown before it is written, and written only if it still is what was shown.
  shared("POST /knowledge/layout", {
    says: "lay out the knowledge that teams load, and list what lies there without an index; asks first",
    arguments: { teams: "new teams to make an index for" },
    options: { dryRun: ["--dry-run", "only show what would change"] },
    examples: ["knowledge lay-out", "knowledge lay-out dev-security dev-qa --dry-run"],
    fill: async ({ teams = [], dryRun }, cli) => {
      if (dryRun === true) return { dryRun };
      const body = { teams, dryRun: true };
      const { changes, etag } = await cli.ask(KnowledgeLaidOut, "/knowledge/layout", { method: "POST", body });
      if (changes.length === 0) return { dryRun: true };
      cli.tell(sayChanges(changes, cli.paint));
      await cli.confirm(`${sayCount(changes.length, "file")} will be written.`);
      return { dryRun: false, ifMatch: etag };
    },
    print: ({ changes, done }, { paint }) => {
      if (!done) return sayChanges(changes, paint) || "Nothing to do: knowledge is laid out.";
      const files = sayCount(changes.length, "file");
      return `${paint.good("Done.")} ${files} written. Next: wardroom knowledge resolve`;
    },
  }),
  // The commands of a team's observers.
  session(COMMANDS, {
    says: "load knowledge into a session, within its budget",
    arguments: ITS_ID,
    options: { force: ["--force", "beyond the budget; a person's alone", false] },
    examples: ["knowledge load owasp-top-10", "knowledge load owasp-top-10 --force"],
    madeOf: { command: "knowledge" },
    fill: ({ said }) => ({ command: `*load: ${said["knowledge"] as string}` }),
    ...DONE,
  }),
  session(COMMANDS, {
    usage: "knowledge unload <knowledge>",
    says: "take knowledge out of a session",
    arguments: ITS_ID,
    examples: ["knowledge unload owasp-top-10"],
    madeOf: { command: "knowledge" },
    fill: ({ said }) => ({ command: `*unload: ${said["knowledge"] as string}` }),
    ...DONE,
  }),
  session(COMMANDS, {
    usage: "knowledge loaded",
    says: "what a session has loaded",
    examples: ["knowledge loaded", "knowledge loaded --json"],
    fill: () => ({ command: "*knowledge" }),
    ...DONE,
    print: (answer, terminal) => {
      const { paint, table } = terminal;
      const shown = table(answer.loaded, [
        { title: "KNOWLEDGE", value: ({ id }) => plainLine(id), style: paint.name },
        { title: "TOKENS", value: ({ tokens }) => String(tokens), align: "right" },
        { title: "FILE", value: ({ path, summary }) => plainLine(summary ? `${path} (summary)` : path) },
        { title: "WHY", value: ({ why }) => plainLine(why), shrinks: true },
      ]);
      return showTeamSession(answer, terminal, answer.loaded.length === 0 ? "" : shown);
    },
  }),
  session(COMMANDS, {
    usage: "knowledge reload",
    says: "recheck what is loaded, and show what changed on disk",
    examples: ["knowledge reload"],
    fill: () => ({ command: "*reload" }),
    ...DONE,
  }),
  besideRows(checkpointsOperations)("POST /teams/{team}/sessions/{session}/checkpoints", {
    says: "save a checkpoint of a session",
    options: {
      speaker: ["--speaker <name>", "whose turn it is"],
      agreements: ["--agreed <words>", "an agreement, in place of those there are; may be given several times"],
      openIssues: ["--issue <words>", "an open issue, in place of those there are; may be given several times"],
      next: ["--next <words>", "the next action"],
    },
    examples: ['knowledge checkpoint --next "Architect proposes a design"'],
    notes: ({ warnings }) => warnings,
    madeOf: { state: "speaker", resumeHints: "next" },
    fill: ({ said: { speaker, next } }) => ({
      ...(speaker !== undefined && { state: { currentSpeaker: speaker } }),
      ...(next !== undefined && { resumeHints: { nextAction: next } }),
    }),
    print: ({ path, kept }, { paint }) => {
      const former = kept === null ? "" : paint.faint(` The one before is ${plainLine(kept)}.`);
      return `${paint.good("Saved")} as ${plainLine(path)}.${former}`;
    },
  }),
]);
