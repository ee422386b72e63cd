import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { Integrity, type IntegrityProblem } from "@/lib/contracts/events";
import { ERRORS } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { collect } from "@/lib/cli/collect";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

/** `wardroom verify`: whether history and files agree. */
export function addVerifyCommand(program: Command, cli: Cli): void {
  const command = program
    .command("verify")
    .description("verify the history and compare every file with it")
    .option("--accept <id>", "accept a problem that was shown; repeat for more", collect);
  addExamples(
    command,
    ["wardroom verify", "wardroom verify --json", "wardroom verify --accept 3f9a1c07be42d518"],
    "Edits made outside are recorded first. Ends with 5 when something does not agree.",
  );
  command.action(async ({ accept }: { accept?: string[] }) => {
    const asking = accept === undefined ? {} : { method: "POST" as const, body: { ids: accept } };
    const found = await cli.working("Verifying", () =>
      cli.ask(Integrity, (workspace) => `${api.workspace(workspace)}/integrity`, asking),
    );
    if (!found.ok) cli.exitCode = ERRORS.conflict.exit;
    cli.show(found, (answer) => render(answer, cli));
  });
}

function render(found: Integrity, { paint }: Cli): string {
  const { ok, events, documents, revisions, rows, problems, problemsFound, unchecked } = found;
  const more = problemsFound > problems.length ? `${problemsFound - problems.length} more are not shown.\n` : "";
  return [
    ok ? `${paint.good("All agree:")} ` : `${paint.bad("Something does not agree.")}\n`,
    ok
      ? ""
      : problems
          .filter(({ accepted }) => !accepted)
          .map(lineOf)
          .join("") + more,
    `${events} events, ${documents} documents, ${revisions} revisions, ${rows} rows.\n`,
    reachOf(found),
    problems
      .filter(({ accepted }) => accepted)
      .map((problem) => `Accepted: ${lineOf(problem)}`)
      .join(""),
    unchecked.map(({ target, detail }) => `Not checked: ${plainLine(target)}: ${plainLine(detail)}\n`).join(""),
  ].join("");
}

function lineOf({ id, kind, target, revision, detail, since }: IntegrityProblem): string {
  const name = revision === undefined ? plainLine(target) : `${revision} of ${plainLine(target)}`;
  const when = since === null ? "" : ` (${shortTime(since)})`;
  return `${id}  ${kind} ${name}${when}: ${plainLine(detail)}\n`;
}

/** How far the proof goes, where it does not go back to the beginning. */
function reachOf({ revisionsBefore, coveredFrom, rowsBefore }: Integrity): string {
  const earlier = "of the rows are from an earlier version: sealed at the upgrade, and not proven before it";
  const rows = rowsBefore === 0 ? "" : `${rowsBefore} ${earlier}.\n`;
  if (revisionsBefore === 0) return rows;
  const from = coveredFrom === null ? "No event vouches" : `Events from ${coveredFrom} on vouch`;
  return `${from} for revisions; the ${revisionsBefore} before are from an earlier version, and proven by the files alone.\n${rows}`;
}
