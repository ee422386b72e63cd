import type { Command } from "commander";
import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/declare-command";
import { findProjectFolder } from "@/lib/cli/find-place";
import { plainLine, shortTime } from "@/lib/cli/terminal-text";
import { keepInStep } from "@/lib/cli/replica/keep-in-step";
import { Checkout } from "@/lib/cli/replica/checkout";
import { KeptFiles, type Unsealed } from "@/lib/cli/replica/kept-files";
import { MissingFiles } from "@/lib/cli/replica/missing-files";
import { noPlace, otherHistory, unknownPlace } from "@/lib/cli/replica/no-place";
import { Replica } from "@/lib/cli/replica/replica";
import { ReplicaServer } from "@/lib/cli/replica/replica-server";
import { waitsForMerge } from "@/lib/cli/replica/replaced-by-git";
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { RequestError } from "@/lib/client/request-error";
import type { KnownReplica } from "@/lib/contracts/replicas";

interface Options {
  once?: true;
  remove?: true;
  restore?: true;
}

/** `wardroom replica`: keeps this checkout's shared documents in step with a Wardroom elsewhere. */
export function addReplicaCommands(program: Command, cli: Cli): void {
  const group = program
    .command("replica")
    .description("this checkout and a Wardroom elsewhere, kept in step: keep, status, resolve, list");
  addKeep(group, cli);
  addStatus(group, cli);
  addResolve(group, cli);
  addAdopt(group, cli);
}

function addKeep(group: Command, cli: Cli): void {
  const command = group
    .command("keep", { isDefault: true })
    .description("keep the memories and knowledge of this checkout in step with a Wardroom elsewhere, until stopped")
    .option("--once", "bring both in step once, and end")
    .option("--remove", "files that are missing here go at the server too, also where most are missing")
    .option("--restore", "files that are missing here come back, where most are missing");
  addExamples(
    command,
    [
      "wardroom replica --url https://wardroom.example.org --workspace shop",
      "wardroom replica --once",
      "wardroom replica keep --restore",
    ],
    "The credential is that of every command: --token or WARDROOM_TOKEN. Server and workspace are remembered for the next time.",
  );
  command.action(async (options: Options) => run(cli, options));
}

async function run(cli: Cli, options: Options): Promise<void> {
  const kept = await keptOf(cli);
  await kept.load();
  const unlock = await kept.lock();
  try {
    await keep(cli, kept, options);
  } finally {
    await unlock();
  }
}

async function keep(cli: Cli, kept: KeptFiles, { once: isOnce, remove, restore }: Options): Promise<void> {
  const { surroundings } = cli;
  const once = isOnce === true;
  const place = await choosePlace(cli, kept);
  const checkout = await Checkout.open(kept.root, kept.folder);
  const say = (sentence: string) => surroundings.stderr.write(`${plainLine(sentence)}\n`);
  const server = new ReplicaServer(cli, { id: place.id, machine: machine() });
  const missing = remove ? "remove" : restore ? "restore" : "ask";
  const { length: unsealed } = await kept.unsealed();
  if (unsealed > 0)
    say(
      `${sayCount(unsealed, "change")} from elsewhere ${unsealed === 1 ? "waits and is" : "wait and are"} not sent; see: wardroom replica status`,
    );
  const { heardAt } = await kept.standing();
  const looks = {
    known: () => kept.expected(),
    missing: (paths: readonly string[]) => checkout.missing(paths),
    isGitAtWork: () => checkout.isGitAtWork(),
    now: Date.now,
  };
  const gone = new MissingFiles(looks, heardAt === null ? 0 : Date.parse(heardAt));
  const replica = new Replica({ kept, checkout, server, gone, say, missing });
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    if (!once) say(`${place.workspace} at ${place.origin} and this checkout are kept in step. Press Ctrl+C to stop.`);
    await keepInStep({ replica, kept, checkout, server, say, once, signal: ending.signal });
    if (once) cli.show(await standingOf(kept), sayStanding);
    if (once && kept.conflicts.size > 0) cli.exitCode = 5;
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
    checkout.close();
  }
}

function addStatus(group: Command, cli: Cli): void {
  const command = group.command("status").description("how this checkout stands, as far as it is known here");
  addExamples(command, ["wardroom replica status", "wardroom replica status --json"]);
  command.action(async () => {
    const kept = await keptOf(cli);
    await kept.load();
    if ((await kept.place()) === null) throw kept.isNew ? noPlace() : unknownPlace(kept.root);
    // One that runs and does not reach its server takes up nothing either.
    const isAtWork = (await kept.owner()) !== null && (await kept.standing()).said === null;
    const { unpushed, foreign } = await findUnpushed(kept);
    cli.show(await standingOf(kept, isAtWork ? [] : unpushed, foreign), sayStanding);
  });
}

function addResolve(group: Command, cli: Cli): void {
  const command = group
    .command("resolve")
    .argument("<path>", "of a file that is not in step")
    .option("--take", "give the file the server's text; yours is kept beside")
    .description("push a file as it is now over what the server holds, or take the server's text");
  addExamples(command, [
    "wardroom replica resolve .agent/teams/checkout/TEAM-MEMORY.md",
    "wardroom replica resolve .agent/teams/checkout/TEAM-MEMORY.md --take",
  ]);
  command.action(async (path: string, { take = false }: { take?: boolean }) => {
    const kept = await keptOf(cli);
    await kept.load();
    if (!kept.conflicts.has(path)) {
      const names = [...kept.conflicts.keys()];
      throw new AppError("not_found", `${path} has no conflict.`, {
        hint: names.length === 0 ? "This checkout has no conflicts." : `These have: ${names.join(", ")}.`,
      });
    }
    await kept.decide({ path, take });
    if ((await kept.owner()) === null) return run(cli, { once: true });
    cli.surroundings.stderr.write("The running replica will apply it.\n");
  });
}

function addAdopt(group: Command, cli: Cli): void {
  const command = group
    .command("adopt")
    .description(
      "take over what waits in this checkout from elsewhere or from a former version, once you have read it",
    );
  addExamples(command, ["wardroom replica adopt"]);
  command.action(async () => {
    const kept = await keptOf(cli);
    await kept.load();
    if ((await kept.place()) === null) throw kept.isNew ? noPlace() : unknownPlace(kept.root);
    const waiting = await kept.unsealed();
    await cli.confirm(`${sayUnsealed(waiting).map(plainLine).join("\n")}\nTake this over?`);
    const checkout = await Checkout.open(kept.root, kept.folder);
    const said: string[] = [];
    try {
      for (const each of waiting) said.push(await adopt(kept, checkout, each));
    } finally {
      checkout.close();
    }
    cli.show({ adopted: said }, () => said.map((line) => `${plainLine(line)}\n`).join(""));
  });
}

/** An edit that the file still holds is found by itself; any other is kept beside it for its owner to put in. Nothing is sent here. */
async function adopt(kept: KeptFiles, checkout: Checkout, waiting: Unsealed): Promise<string> {
  const { path, text } = waiting;
  const foreign = await checkout.foreign(path);
  if (foreign !== null) return `${path} is left where it is: it ${foreign}.`;
  const isThere = text === null || text === undefined || (await checkout.read(path))?.text === text;
  const place = isThere ? null : await kept.keepMine(path, Buffer.from(text));
  await kept.dropUnsealed(waiting);
  return place === null
    ? `${path} is compared with the server as it is now.`
    : `${path} holds something else now. What waited is in ${place}.`;
}

function sayUnsealed(waiting: readonly Unsealed[]): string[] {
  return waiting.flatMap(({ path, name, place, left, text }) => [
    `${path}: waits in ${left === null ? `.wardroom/replica/${name} of the checkout` : `${place}, left by the checkout ${left}`}, where nothing is acted on: wardroom replica adopt`,
    ...(text ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => `  ${line}`),
  ]);
}

async function keptOf({ surroundings }: Cli): Promise<KeptFiles> {
  return new KeptFiles(await findProjectFolder(surroundings), surroundings.settings().dataFolder);
}

async function standingOf(kept: KeptFiles, unpushed: readonly string[] = [], foreign: readonly string[] = []) {
  const place = await kept.place();
  const { heardAt, said } = await kept.standing();
  return {
    server: place?.origin ?? null,
    workspace: place?.workspace ?? null,
    running: (await kept.owner()) !== null,
    heardAt,
    said,
    documents: kept.held().length,
    waiting: [...new Set([...kept.outgoing.keys(), ...unpushed])],
    notKept: foreign,
    unsealed: await kept.unsealed(),
    conflicts: await Promise.all(
      [...kept.conflicts.values()].map(async ({ path, reason }) => ({ path, reason, theirs: await kept.theirs(path) })),
    ),
  };
}

function sayStanding(standing: Awaited<ReturnType<typeof standingOf>>): string {
  const { server, workspace, running, heardAt, said, documents, waiting, notKept, unsealed, conflicts } = standing;
  const heard = heardAt === null ? "nothing heard of it yet" : `last heard of it ${shortTime(heardAt)}`;
  return [
    `${sayCount(documents, "document")} of ${workspace ?? "?"} at ${server ?? "?"}: ${heard}${running ? "" : ", no replica runs"}`,
    ...(said === null ? [] : [said]),
    ...(waiting.length === 0 ? [] : [`${sayCount(waiting.length, "change")} not pushed yet`]),
    ...sayUnsealed(unsealed),
    ...notKept.map((path) => `${path}: not kept in step`),
    ...conflicts.flatMap(({ path, reason, theirs }) => [
      `${path}: ${reason}`,
      ...(theirs === null ? [] : [`  the server's text: ${theirs}`]),
      waitsForMerge({ reason })
        ? `  if these lines are meant to be there: wardroom replica resolve ${path}`
        : `  then: wardroom replica resolve ${path}, or with --take for the server's`,
    ]),
  ]
    .map((line) => `${plainLine(line)}\n`)
    .join("");
}

/** What the server is told of the machine that a checkout lies on. */
function machine(): string {
  return hostname().slice(0, 100) || "unknown";
}

/**
 * The server and the workspace this checkout belongs to: the ones that were given, else those that this machine remembers. A new one is
 * asked for its history before anything is remembered of it. Throws `conflict` where it has another history than the checkout, and
 * `invalid_input` where none was given and none is known.
 */
async function choosePlace(cli: Cli, kept: KeptFiles): Promise<Omit<KnownReplica, "folder">> {
  const { flags, surroundings } = cli;
  const url = flags.url ?? (surroundings.env["WARDROOM_URL"] || undefined);
  // What holds nothing of any server yet may begin with whichever.
  const before = kept.isNew && url !== undefined ? null : await kept.place();
  if (url === undefined && before === null) throw kept.isNew ? noPlace() : unknownPlace(kept.root);
  const asked = flags.workspace ?? before?.workspace;
  cli.flags = { ...flags, url: url ?? before?.origin ?? "", ...(asked !== undefined && { workspace: asked }) };
  const { origin, workspace } = await cli.connection();
  const isKnown = before !== null && before.origin === origin && before.workspace === workspace;
  const id = before?.id ?? randomBytes(8).toString("hex");
  const history = isKnown ? before.history : await historyAt(cli, id, before !== null);
  if (before !== null && before.history !== history)
    throw new AppError("conflict", `This checkout is kept in step with ${before.workspace} at ${before.origin}.`, {
      hint: `To keep it in step with another one, move ${kept.folder} away first: every file is compared then.`,
    });
  if (history === null || (!kept.isNew && kept.history !== history))
    throw otherHistory({ workspace, origin }, kept.folder);
  const place = { id, origin, workspace, history };
  if (!isKnown || kept.history !== history) await kept.keepPlace(place);
  return place;
}

/** The history of the workspace at the server; null where it may be missing and is. */
async function historyAt(cli: Cli, id: string, mayMiss: boolean): Promise<string | null> {
  try {
    const server = new ReplicaServer(cli, { id, machine: machine() });
    return (await server.changes(null, 0, new AbortController().signal)).history;
  } catch (error) {
    if (mayMiss && error instanceof RequestError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * The documents of a checkout that were edited, created or removed since its replica ended or lost its server, as the next one will find
 * them: without those that wait for a decision, cannot be read, or were changed by git. `foreign` lists files that are not kept in step.
 */
async function findUnpushed(kept: KeptFiles): Promise<{ unpushed: string[]; foreign: string[] }> {
  const checkout = await Checkout.open(kept.root, kept.folder);
  try {
    const { heardAt } = await kept.standing();
    const lastThere = heardAt === null ? 0 : Date.parse(heardAt);
    const unpushed: string[] = [];
    const { ours, foreign } = await checkout.list();
    for (const path of new Set([...kept.held(), ...ours])) {
      if (!kept.conflicts.has(path) && (await isEdited(kept, checkout, { path, lastThere }))) unpushed.push(path);
    }
    return { unpushed, foreign };
  } finally {
    checkout.close();
  }
}

async function isEdited(kept: KeptFiles, checkout: Checkout, { path, lastThere }: { path: string; lastThere: number }) {
  try {
    const file = await checkout.read(path);
    if ((file?.hash ?? null) === (kept.synced.get(path) ?? null)) return false;
    return !(file === null ? await checkout.isTakenByGit(path, lastThere) : await checkout.isGits(path, file));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
