import { access, constants, readdir, readFile, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Finding } from "@/lib/contracts/doctor";
import { AppError } from "@/lib/core/errors";
import { inspectDatabase, inspectDatabaseAt, inspectDocumentsAt } from "@/lib/db/inspect";
import { listRescued } from "@/lib/db/rescue-database";
import { compareRescued } from "@/lib/services/history/adopt-rescued";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { openWitness } from "@/lib/services/history/open-witness";
import { findStats, orMissing } from "@/lib/store/find-files";
import { listKnownWorkspaces } from "@/lib/store/known-workspaces";
import type { Dirent } from "node:fs";
import { sayCount } from "@/lib/core/text/say-count";
import { isInUse } from "@/lib/store/copy-folder";
import { sha256 } from "@/lib/store/read-file";

/** Below this a database can hardly grow; it is a fault below a tenth of it. */
const ROOM_BYTES = 200_000_000;

/**
 * Looks at a data folder and what lies in it, as it is: nothing is opened, repaired or made. It works where Wardroom itself
 * cannot start. Never throws: what cannot be looked at is a finding.
 */
export async function examine(configuration: Configuration, migrationsFolder: string): Promise<Finding[]> {
  const { dataFolder, databasePath, databaseUrl, workspaces, token } = configuration;
  const folder = await guarded("Data folder", () => examineFolder(dataFolder));
  if (folder.state === "fault") return [folder];
  if (databaseUrl === null && (await isUnserved(dataFolder))) {
    const database = { subject: "Database", ...ok("None yet: no server has run on this data folder.") };
    return [folder, await guarded("Free space", () => examineRoom(dataFolder)), database];
  }
  const secrets = token === null ? ["secret", "token"] : ["secret"];
  const rest = await Promise.all([
    guarded("Free space", () => examineRoom(dataFolder)),
    ...secrets.map((name) => guarded(`File ${name}`, () => examineSecret(join(dataFolder, name)))),
    ...(databaseUrl === null
      ? [
          guarded("Database", () => examineDatabase(databasePath, migrationsFolder)),
          guarded("Rescued copies", () => examineRescued(dataFolder, databasePath)),
        ]
      : [guarded("Database", () => examinePostgresql(databaseUrl, migrationsFolder))]),
    ...(await findFolders(dataFolder, workspaces)).map(({ name, folder }) =>
      guarded(`Workspace ${name}`, () => examineWorkspace(folder)),
    ),
  ]);
  const isSound = rest.every(({ state, subject }) => state !== "fault" || subject !== "Database");
  const recorded = isSound ? await orFinding("Recorded workspaces", () => examineRecorded(configuration)) : [];
  return [folder, ...rest, ...recorded];
}

/** Whether there is no data folder, or all that it remembers is checkouts that are kept in step with servers elsewhere. */
async function isUnserved(folder: string): Promise<boolean> {
  const names = await orMissing(readdir(folder), ["replicas"]);
  return names.length > 0 && names.every((name) => name === "replicas");
}

type Seen = Omit<Finding, "subject">;

const ok = (detail: string): Seen => ({ state: "ok", detail, remedy: null });

async function guarded(subject: string, look: () => Promise<Seen>): Promise<Finding> {
  const [finding] = await orFinding(subject, async () => [{ subject, ...(await look()) }]);
  if (finding === undefined) throw new Error(`nothing was found of ${subject}`);
  return finding;
}

async function orFinding(subject: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const hint = error instanceof AppError ? error.details.hint : undefined;
    return [{ subject, state: "fault", detail, remedy: hint ?? "Check that this user may read and write it." }];
  }
}

async function examineFolder(folder: string): Promise<Seen> {
  const info = await findStats(folder);
  if (info === null) {
    const above = dirname(folder);
    if ((await findStats(above)) !== null) await access(above, constants.W_OK);
    return { state: "warning", detail: `${folder} does not exist yet.`, remedy: "Start once: wardroom serve" };
  }
  if (!info.isDirectory()) {
    return { state: "fault", detail: `${folder} is not a folder.`, remedy: "Set WARDROOM_DATA to a folder." };
  }
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  if ((info.mode & 0o077) !== 0) {
    const detail = `${folder} can be entered by other users of this machine.`;
    return { state: "warning", detail, remedy: `chmod 700 ${folder}` };
  }
  return ok(folder);
}

async function examineRoom(folder: string): Promise<Seen> {
  const { bavail, bsize } = await orMissing(statfs(folder), await statfs(dirname(folder)));
  const free = bavail * bsize;
  const detail = `${Math.round(free / 1_000_000)} MB free.`;
  if (free >= ROOM_BYTES) return ok(detail);
  const remedy = "Free some space: changes are refused while the disk is full, reads go on.";
  return { state: free < ROOM_BYTES / 10 ? "fault" : "warning", detail, remedy };
}

async function examineSecret(path: string): Promise<Seen> {
  const text = await orMissing(readFile(path, "utf8"), null);
  if (text === null) {
    return { state: "warning", detail: "Missing.", remedy: "The next start makes a new one; old tokens then end." };
  }
  if (text.trim() === "") {
    return { state: "fault", detail: "Empty.", remedy: `Restore it from a backup, or delete ${path}.` };
  }
  if (((await stat(path)).mode & 0o077) !== 0) {
    return { state: "fault", detail: "Other users of this machine can read it.", remedy: `chmod 600 ${path}` };
  }
  return ok("Present, and readable by this user alone.");
}

async function examineDatabase(path: string, migrationsFolder: string): Promise<Seen> {
  const info = await findStats(path);
  if (info === null) {
    const remedy = "Restore a backup, or start without the history: wardroom serve";
    return { state: "warning", detail: `${path} does not exist.`, remedy };
  }
  const { damage, pending, unknown } = await inspectDatabase(path, migrationsFolder);
  const [first] = damage;
  if (first !== undefined) {
    const remedy = "Stop Wardroom and restore a backup: wardroom restore <folder>. Project files are not affected.";
    return { state: "fault", detail: `Damaged: ${first}`, remedy };
  }
  if (unknown.length > 0) {
    const detail = `Written by a newer version (${unknown.join(", ")}).`;
    return { state: "fault", detail, remedy: "Use that version, or another WARDROOM_DATA." };
  }
  const size = `${Math.ceil(info.size / 1000)} kB`;
  if (pending > 0) return ok(`Sound, ${size}; the next start brings it up to date.`);
  return ok(`Sound, ${size}.`);
}

async function examinePostgresql(url: string, migrationsFolder: string): Promise<Seen> {
  const { where, version, bytes, pending, unknown, warnings } = await inspectDatabaseAt(url, migrationsFolder);
  if (unknown.length > 0) {
    const detail = `${where} was written by a newer version (${unknown.join(", ")}).`;
    return { state: "fault", detail, remedy: "Use that version, or another DATABASE_URL." };
  }
  const about = `${where}, PostgreSQL ${version}, ${Math.ceil(bytes / 1000)} kB`;
  if (warnings.length > 0) {
    return { state: "warning", detail: `${about}. ${warnings.join(" ")}`, remedy: "Have it set right in PostgreSQL." };
  }
  return ok(pending > 0 ? `${about}; the next start brings it up to date.` : `${about}.`);
}

async function examineRescued(dataFolder: string, path: string): Promise<Seen> {
  const copies = await listRescued(path);
  const newest = copies.at(-1);
  if (newest === undefined) return ok("None.");
  const place = join(dirname(path), newest);
  const testimony = async () => {
    const secret = (await readFile(join(dataFolder, "secret"), "utf8")).trim();
    return openWitness(dataFolder, path, secret, () => new Date()).read();
  };
  const [means, remedy] = {
    newer: ["It is newer.", "Start Wardroom again: the copy takes the database's place by itself: wardroom serve"],
    contained: ["The database holds all of it.", `Delete it: rm ${place}`],
    undecided: [
      "Whether it or the database is right cannot be told.",
      `Use the copy: wardroom restore ${place}. Or keep the database, and delete the copy: rm ${place}`,
    ],
  }[await compareRescued(path, place, testimony)] as [string, string];
  const older = copies.length === 1 ? "" : ` Older ones: ${copies.slice(0, -1).join(", ")}.`;
  return { state: "warning", detail: `A server saved ${newest}. ${means}${older}`, remedy };
}

async function findFolders(dataFolder: string, configured: Configuration["workspaces"]) {
  const known = await listKnownWorkspaces(dataFolder).catch(() => []);
  const names = new Set(configured.map(({ name }) => name));
  return [...configured, ...known.filter(({ name }) => !names.has(name))];
}

async function examineWorkspace(folder: string): Promise<Seen> {
  const info = await findStats(folder);
  if (info === null) {
    const remedy = "Mount or move the folder back, or name its new place in WARDROOM_WORKSPACES.";
    return { state: "warning", detail: `${folder} is gone.`, remedy };
  }
  if (!info.isDirectory()) {
    return { state: "fault", detail: `${folder} is not a folder.`, remedy: "Name the project's folder." };
  }
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return ok(folder);
}

/**
 * How many workspaces have their content in the history, and whether the copies that servers of this data folder keep of them hold
 * the same. Nothing is opened or brought up.
 */
async function examineRecorded({
  dataFolder,
  databaseUrl,
  recorded,
}: Pick<Configuration, "dataFolder" | "databaseUrl" | "recorded">): Promise<Finding[]> {
  if (databaseUrl === null || recorded.length === 0) return [];
  const findings: Finding[] = [
    {
      subject: "Recorded workspaces",
      state: "ok",
      detail: `${recorded.length}: ${recorded.join(", ")}. Their content is in the history.`,
      remedy: null,
    },
  ];
  const all = await orMissing(readdir(join(dataFolder, "copies"), { withFileTypes: true }), []);
  // One that a server left behind is brought up when the next server takes it, which may be never while others run.
  const used: Dirent[] = [];
  for (const each of all) if (await isInUse(join(dataFolder, "copies", each.name))) used.push(each);
  const folders = used.length > 0 ? used : all;
  for (const name of recorded) {
    const hashes = await inspectDocumentsAt(databaseUrl, name);
    const counted = sayCount(hashes.size, "document");
    const copies: string[] = [];
    for (const entry of folders) {
      const copy = join(dataFolder, "copies", entry.name, name);
      if (entry.isDirectory() && (await findStats(copy)) !== null) copies.push(copy);
    }
    const subject = `Workspace ${name}`;
    const behind = (await Promise.all(copies.map((copy) => compare(copy, hashes)))).flatMap((each) => each ?? []);
    const first = behind[0];
    findings.push(
      first === undefined
        ? { subject, state: "ok", detail: `${counted}; ${sayCopies(copies.length)}.`, remedy: null }
        : {
            subject,
            state: "warning",
            detail: `${counted}; the copy in ${first.copy} is not in step: ${first.missing} missing, ${first.differing} with another text, such as ${first.path}.`,
            remedy: `A running server brings its copy up within seconds: see again with wardroom doctor. If it stays, stop that server, delete ${first.copy} and start it: the copy is made anew, and nothing is lost.`,
          },
    );
  }
  return findings;
}

function sayCopies(count: number): string {
  if (count === 0) return "no server has a copy here yet";
  return count === 1 ? "the copy here is in step" : `all ${count} copies here are in step`;
}

/** Where a copy and the history differ; null where they do not. */
async function compare(copy: string, hashes: ReadonlyMap<string, string>) {
  let [missing, differing] = [0, 0];
  let path: string | null = null;
  for (const [each, hash] of hashes) {
    // What cannot be read as a file, as a folder in its place, is another text.
    const bytes = await orMissing(readFile(join(copy, each)), null).catch(() => undefined);
    if (bytes && sha256(bytes) === hash) continue;
    if (bytes === null) missing++;
    else differing++;
    path ??= each;
  }
  return path === null ? null : { copy, missing, differing, path };
}
