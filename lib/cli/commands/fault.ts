import type { Command } from "commander";
import { query } from "@/lib/client/paths";
import { FaultDecided, FaultList, type Fault } from "@/lib/contracts/faults";
import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/declare-command";
import { plainLine, plainText } from "@/lib/cli/terminal-text";
import { renderHunks } from "@/lib/cli/render-diff";

const ID = "9f2c61d04be7a853";

/** `wardroom fault`: what is wrong with the content of files, and what would fix it. */
export function addFaultCommands(program: Command, cli: Cli): void {
  const group = program.command("fault").description("files with errors: list, fix, dismiss, undo");

  const list = group
    .command("list")
    .option("--all", "dismissed ones too")
    .option("--session <session>", "only files of this session")
    .description("files with errors, and what would fix them");
  addExamples(list, ["wardroom fault list", "wardroom fault list --all --json"]);
  list.action(async ({ all, session }: { all?: true; session?: string }) => {
    const found = await read(cli, { state: all === true ? "open,dismissed" : undefined, session });
    cli.show(found, () =>
      found.total === 0 ? "No files with errors.\n" : found.items.map((each) => say(cli, each)).join("\n"),
    );
  });

  const fix = group
    .command("fix")
    .argument("<fault>", "its id")
    .option("--dry-run", "show what it would change, and change nothing")
    .description("apply the proposed fix, as a revision of its own");
  addExamples(fix, [`wardroom fault fix ${ID} --dry-run`, `wardroom fault fix ${ID}`]);
  fix.action(async (id: string, { dryRun }: { dryRun?: true }) => {
    const { items } = await read(cli, { state: "open,dismissed" });
    const fault = items.find((each) => each.id === id);
    if (dryRun === true) {
      if (fault === undefined)
        throw new AppError("not_found", "There is no such fault, or no longer.", {
          hint: "List the faults there are now with {fault.list}.",
        });
      cli.show(fault, () => say(cli, fault));
      return;
    }
    const asking = { method: "POST", ...(fault !== undefined && { ifMatch: fault.etag }) } as const;
    const done = await cli.ask(FaultDecided, `/faults/${encodeURIComponent(id)}/fix`, asking);
    cli.show(done, () => {
      const changes = fault?.fix ? renderHunks(fault.fix.hunks, cli.paint) : "";
      return `${changes}${cli.paint.good("Fixed")}: ${done.did ?? ""} in ${plainLine(done.path)}. Undo: wardroom fault undo ${id}\n`;
    });
  });
}

function read(cli: Cli, wanted: { state?: string | undefined; session?: string | undefined }): Promise<FaultList> {
  return cli.ask(FaultList, `/faults${query(wanted)}`);
}

/** A fault as compilers print one: place and message, the line with a caret, and the change that would fix it. */
function say({ paint }: Cli, fault: Fault): string {
  const { path, range, severity, message, code, line, fix, state, id } = fault;
  const tone = severity === "error" ? paint.bad : paint.warn;
  const place = `${plainLine(path)}:${range.start.line}:${range.start.column}`;
  const dismissed = state === "dismissed" ? paint.faint(" (dismissed)") : "";
  const caret = " ".repeat(Math.min(range.start.column - 1, line.length)) + "^";
  const shown = line.trim() === "" ? "" : `  ${plainText(line)}\n  ${tone(caret)}\n`;
  const next =
    fix === null
      ? `  wardroom fault dismiss ${id}\n`
      : `${renderHunks(fix.hunks, paint)}  ${plainLine(fix.title)} (${sayCount(fix.added + fix.removed, "line")}): wardroom fault fix ${id}\n`;
  return `${paint.strong(place)} ${tone(severity)}: ${plainLine(message)} ${paint.faint(`(${code})`)}${dismissed}\n${shown}${next}`;
}
