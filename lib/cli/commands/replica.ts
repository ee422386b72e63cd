import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Command } from "commander";
import { AppError } from "@/lib/core/errors";
import { sayCount } from "@/lib/core/text/say-count";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { findProjectFolder } from "@/lib/cli/find-place";
import { plainLine } from "@/lib/cli/plain-text";
import { Checkout } from "@/lib/cli/replica/checkout";
import { keepInStep } from "@/lib/cli/replica/keep-in-step";
import { KeptFiles, type Place } from "@/lib/cli/replica/kept-files";
import { MissingFiles } from "@/lib/cli/replica/missing-files";
import { Replica } from "@/lib/cli/replica/replica";
import { ReplicaServer } from "@/lib/cli/replica/replica-server";
import { shortTime } from "@/lib/cli/short-time";

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

async function run(cli: Cli, { once: isOnce, remove, restore }: Options): Promise<void> {
  const { surroundings } = cli;
  const once = isOnce === true;
  const kept = new KeptFiles(await rootOf(cli));
  await kept.load();
  const place = await choosePlace(cli, kept);
  const unlock = await kept.lock();
  const checkout = await Checkout.open(kept.root, kept.folder);
  const say = (sentence: string) => surroundings.stderr.write(`${plainLine(sentence)}\n`);
  const server = new ReplicaServer(cli, { id: place.id, machine: hostname().slice(0, 100) || "unknown" });
  const missing = remove ? "remove" : restore ? "restore" : "ask";
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
    await unlock();
  }
}

function addStatus(group: Command, cli: Cli): void {
  const command = group.command("status").description("how this checkout stands, from its own files");
  addExamples(command, ["wardroom replica status", "wardroom replica status --json"]);
  command.action(async () => {
    const kept = new KeptFiles(await rootOf(cli));
    if ((await kept.place()) === null) throw noPlace();
    await kept.load();
    cli.show(await standingOf(kept), sayStanding);
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
    const kept = new KeptFiles(await rootOf(cli));
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

async function rootOf({ surroundings }: Cli): Promise<string> {
  const { cwd, home, project } = surroundings;
  return findProjectFolder({ chosen: undefined, cwd, home, project });
}

/** The server and the workspace this checkout belongs to: the ones that were given, else those of the last time. */
async function choosePlace(cli: Cli, kept: KeptFiles): Promise<Place> {
  const { flags, surroundings } = cli;
  const before = await kept.place();
  const url = flags.url ?? (surroundings.env["WARDROOM_URL"] || undefined) ?? before?.origin;
  if (url === undefined) throw noPlace();
  flags.url = url;
  if (flags.workspace === undefined && before?.origin === url) flags.workspace = before.workspace;
  const { origin, workspace } = await cli.connection();
  if (before !== null && (before.origin !== origin || before.workspace !== workspace)) {
    throw new AppError("conflict", `This checkout is kept in step with ${before.workspace} at ${before.origin}.`, {
      hint: "To keep it in step with another one, move its folder .wardroom/replica away first: every file is compared then.",
    });
  }
  const place = before ?? { id: randomBytes(8).toString("hex"), origin, workspace, history: null };
  if (before === null) await kept.keepPlace(place);
  return place;
}

function noPlace(): AppError {
  return new AppError("invalid_input", "This checkout is kept in step with no server yet.", {
    hint: "Name one: wardroom replica --url https://wardroom.example.org --workspace shop.",
  });
}

async function standingOf(kept: KeptFiles) {
  const place = await kept.place();
  const { heardAt, said } = await kept.standing();
  return {
    server: place?.origin ?? null,
    workspace: place?.workspace ?? null,
    running: (await kept.owner()) !== null,
    heardAt,
    said,
    documents: kept.held().length,
    waiting: [...kept.outgoing.keys()],
    conflicts: await Promise.all(
      [...kept.conflicts.values()].map(async ({ path, reason }) => ({ path, reason, theirs: await kept.theirs(path) })),
    ),
  };
}

function sayStanding(standing: Awaited<ReturnType<typeof standingOf>>): string {
  const { server, workspace, running, heardAt, said, documents, waiting, conflicts } = standing;
  const heard = heardAt === null ? "nothing heard of it yet" : `last heard of it ${shortTime(heardAt)}`;
  return [
    `${sayCount(documents, "document")} of ${workspace ?? "?"} at ${server ?? "?"}: ${heard}${running ? "" : ", no replica runs"}`,
    ...(said === null ? [] : [said]),
    ...(waiting.length === 0 ? [] : [`${sayCount(waiting.length, "change")} not pushed yet`]),
    ...conflicts.flatMap(({ path, reason, theirs }) => [
      `${path}: ${reason}`,
      ...(theirs === null ? [] : [`  the server's text: ${theirs}`]),
      `  then: wardroom replica resolve ${path}, or with --take for the server's`,
    ]),
  ]
    .map((line) => `${plainLine(line)}\n`)
    .join("");
}
