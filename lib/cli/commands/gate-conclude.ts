import { InvalidArgumentError, type Command } from "commander";
import { api } from "@/lib/client/paths";
import { Gate, GateConcluded, GateResult } from "@/lib/contracts/gates";
import type { Cli } from "@/lib/cli/cli";
import { wordAgainst } from "@/lib/core/context/gate";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import { collect } from "@/lib/cli/collect";
import { sayCount } from "@/lib/core/text/say-count";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";

interface Waiver {
  id: string;
  reason: string;
}

interface Options extends SessionChoice {
  met?: string[];
  notMet?: string[];
  waive?: Waiver[];
  archive?: string[];
  archiveStale?: true;
}

/** `wardroom gate conclude`: the result of a phase, with what was asked of it and what was let through. */
export function addConcludeCommand(group: Command, cli: Cli): void {
  const command = addSessionOption(
    group.command("conclude").argument("<gate>", "its id").argument("<result>", "approved, conditional_pass, rejected"),
  )
    .option("--met <criterion>", "what was asked of the phase and was met, repeat for more", collect)
    .option("--not-met <criterion>", "what was asked and was not met, repeat for more", collect)
    .option("--waive <blocker=reason>", "let a blocker through, repeat for more", collectWaiver)
    .option("--archive <item>", "an item to archive, repeat for more", collect)
    .option("--archive-stale", "archive every item that `wardroom gate show <gate>` proposes")
    .description("end a gate with a result, and write the record of the phase");
  addExamples(command, [
    'wardroom gate conclude 0d6c1f7a92be43d8 approved --met "All tests pass" --archive-stale',
    'wardroom gate conclude 0d6c1f7a92be43d8 approved --waive "role:tester-1=Left on Monday"',
    'wardroom gate conclude 0d6c1f7a92be43d8 rejected --not-met "No page loads longer than a second"',
  ]);
  command.action(async (id: string, result: string, options: Options) => {
    const { met = [], notMet = [], waive = [], archive = [], archiveStale, ...choice } = options;
    const session = await chooseSession(cli, choice);
    const path = session((scope) => api.gate(scope, id));
    const gate = await cli.ask(Gate, path).catch(unlessGone);
    const stale = archiveStale === true ? (gate?.stale ?? []) : [];
    const body = {
      result: result.toUpperCase().replaceAll("-", "_"),
      criteria: [...met.map((name) => ({ name, met: true })), ...notMet.map((name) => ({ name, met: false }))],
      waivers: waive,
      archive: [...new Set([...archive, ...stale])],
    };
    if (gate !== null) await showAgainst(cli, gate, body);
    const concluded = await cli.ask(GateConcluded, (workspace) => `${path(workspace)}/conclude`, {
      method: "POST",
      body,
    });
    cli.show(concluded, () => renderConcluded(cli, concluded, body));
  });
}

/** A gate that is not there is refused by the conclusion, which first says what is wrong with what was typed. */
function unlessGone(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "not_found") return null;
  throw error;
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
  { waivers, archive }: { waivers: unknown[]; archive: unknown[] },
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
