import type { Command } from "commander";
import type { Finding } from "@/lib/contracts/doctor";
import { RequestError } from "@/lib/client/request-error";
import { AppError, ERRORS } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { examineCheckout } from "@/lib/cli/doctor/examine-checkout";
import { examineHistory, examineServer } from "@/lib/cli/doctor/examine-service";
import { addExamples } from "@/lib/cli/examples";
import type { Paint } from "@/lib/operations/terminal";
import { plainLine } from "@/lib/cli/plain-text";
import { sayCount } from "@/lib/core/text/say-count";

/** `wardroom doctor`: what is wrong with this installation, and how to put it right. */
export function addDoctorCommand(program: Command, cli: Cli): void {
  const command = program
    .command("doctor")
    .description("check data folder, database, server, history and files, and say how to fix what is wrong");
  addExamples(
    command,
    ["wardroom doctor", "wardroom doctor --json"],
    "Repairs nothing. Ends with 5 when something is broken; warnings alone end with 0.",
  );
  command.action(async () => {
    const findings = await cli.working("Checking", () => examineAll(cli));
    if (findings.some(({ state }) => state === "fault")) cli.exitCode = ERRORS.conflict.exit;
    cli.show(
      { items: findings },
      ({ items }) => items.map((finding) => lineOf(finding, cli.paint)).join("") + sum(items),
    );
  });
}

async function examineAll(cli: Cli): Promise<Finding[]> {
  const own = await cli.surroundings.examine();
  const checkout = await orFinding("Checkout", () => examineCheckout(cli));
  // Its commands go to the server that it is kept in step with, whose history is looked after there.
  if (checkout.length > 0) return [...own, ...checkout];
  const server = await orFinding("Server", async () => [await examineServer(cli)]);
  // History is asked of a Wardroom that opens: with a broken data folder or database it cannot.
  const opens = own.every(({ state, subject }) => state !== "fault" || subject.startsWith("Workspace "));
  const history = opens ? await orFinding("History", () => examineHistory(cli)) : [];
  return [...own, ...server, ...history];
}

async function orFinding(subject: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const hint =
      error instanceof AppError ? error.details.hint : error instanceof RequestError ? error.hint : undefined;
    const remedy = hint ?? "Start Wardroom and read what it prints: wardroom serve";
    return [{ subject, state: "fault", detail, remedy }];
  }
}

function lineOf({ state, subject, detail, remedy }: Finding, paint: Paint): string {
  const mark = { ok: paint.good("ok"), warning: paint.warn("warning"), fault: paint.bad("fault") }[state];
  const next = remedy === null ? "" : `\n         ${plainLine(remedy)}`;
  return `${mark}${" ".repeat(9 - state.length)}${subject}: ${plainLine(detail)}${next}\n`;
}

function sum(findings: Finding[]): string {
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [faults, warnings] = [count("fault"), count("warning")];
  if (faults + warnings === 0) return "No problems found.\n";
  return `${sayCount(faults, "fault")}, ${sayCount(warnings, "warning")}.\n`;
}
