import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/core/errors";
import { RequestError } from "@/lib/client/request-error";
import { askHttp, closeHttp } from "@/lib/cli/ask-http";
import { CutOff, isCutOff } from "@/lib/cli/ask-for-news";
import { findPlace, type Place } from "@/lib/cli/find-place";
import { findServer, isWell } from "@/lib/cli/find-server";
import type { Flags } from "@/lib/cli/flags";
import { noAnswerHint } from "@/lib/cli/no-answer-hint";
import type { Connection, Port } from "@/lib/cli/port";
import { assertNoReplica } from "@/lib/cli/replica/no-place";
import type { Surroundings } from "@/lib/cli/surroundings";
import { parseJson } from "@/lib/core/text/parse-json";
import { insideOwnFolder } from "@/lib/store/data-folder";
import { listKnownReplicas } from "@/lib/store/known-replicas";

/** Addresses of handlers in this process begin with this; nothing listens there for them. */
const NOWHERE = "http://127.0.0.1:4100";

/** So often, while a call is not answered, its server is asked whether it is well, and so long it may take to say so. Milliseconds. */
const LOOK_MS = 5000;
/** What to do about one that is not. */
const HUNG = "Try again in a moment. If it hangs, end it and start it again.";

/**
 * Opens the way to the workspace a command is about: the address that was given, else the running server that serves
 * it, else the server its checkout is kept in step with, else Wardroom in this process. With an address and no workspace, `workspace`
 * is "" and to be asked for. Throws `invalid_input` in a checkout that was kept in step with a server which this machine does not know.
 */
export async function connect(surroundings: Surroundings, flags: Flags): Promise<Connection> {
  const { served } = surroundings;
  const { dataFolder } = surroundings.settings();
  const url = urlOf(surroundings, flags);
  if (url !== undefined && served !== undefined) return served.leave();
  if (url !== undefined) return toUrl(surroundings, url, flags.workspace ?? "");

  const place = await placeOf(surroundings, flags);
  if (served !== undefined) {
    if (place.at !== "server") return served.leave();
    const { port, ownerToken } = served;
    return { port, ownerToken, origin: place.url, workspace: place.workspace, close: () => Promise.resolve() };
  }
  if (place.at === "elsewhere") return toUrl(surroundings, place.url, place.workspace);
  if (place.at !== "here") return toServer(surroundings, place.url, place.workspace, await readToken(dataFolder));
  // To begin a history there beside the team's takes somebody who says so.
  await assertNoCopy(place, flags);
  const opened = await insideOwnFolder(dataFolder, () => surroundings.openHere(place.wanted));
  return { ...opened, origin: NOWHERE };
}

/**
 * The checkout by which a command's workspace is reached, where that is kept in step with a server; null where it is reached in
 * another way. Opens nothing. Throws `invalid_input` in one that this machine does not know.
 */
export async function findCheckout(surroundings: Surroundings, flags: Flags) {
  if (urlOf(surroundings, flags) !== undefined) return null;
  // What is wrong with any other place is not about a checkout.
  const place = await placeOf(surroundings, flags).catch(() => null);
  if (place?.at === "elsewhere") return place;
  if (place?.at === "here") await assertNoCopy(place, flags);
  return null;
}

async function assertNoCopy({ wanted }: Extract<Place, { at: "here" }>, flags: Flags): Promise<void> {
  const folder = wanted?.folder ?? null;
  if (flags.workspace === undefined && folder !== null) await assertNoReplica(folder);
}

function urlOf({ env }: Surroundings, flags: Flags): string | undefined {
  return flags.url ?? (env["WARDROOM_URL"] || undefined);
}

async function placeOf(surroundings: Surroundings, flags: Flags): Promise<Place> {
  const { cwd, home, project } = surroundings;
  const { dataFolder, workspaces: configured, recorded } = surroundings.settings();
  const server =
    flags.server && surroundings.isMute !== true
      ? (surroundings.served?.file ?? (await findServer(dataFolder, surroundings)))
      : null;
  const known = await surroundings.listKnown();
  const replicas = await insideOwnFolder(dataFolder, () => listKnownReplicas(dataFolder));
  return findPlace({ chosen: flags.workspace, cwd, home, project, server, configured, recorded, known, replicas });
}

async function toUrl(surroundings: Surroundings, text: string, workspace: string): Promise<Connection> {
  const { dataFolder } = surroundings.settings();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError("invalid_input", `"${text}" is not the address of a Wardroom.`, {
      hint: "Give the one it printed when it started, such as --url http://127.0.0.1:4100.",
    });
  }
  // The owner's token of this machine is for the server of this machine alone.
  const own = await findServer(dataFolder, surroundings);
  const ownerToken = own !== null && new URL(own.url).origin === url.origin ? await readToken(dataFolder) : null;
  return toServer(surroundings, url.origin, workspace, ownerToken);
}

function toServer({ silenceOf }: Surroundings, origin: string, workspace: string, ownerToken: string | null) {
  const silence = silenceOf?.(origin);
  const port: Port = async (asked) => {
    if (silence?.isKnown() === true && !(await isWell(origin, silence)))
      throw new RequestError("unreachable", `The Wardroom at ${origin} takes requests and answers none.`, 0, HUNG);
    const hung = new AbortController();
    const timer = setInterval(() => {
      void isWell(origin, silence, LOOK_MS).then((is) => (is ? undefined : hung.abort()));
    }, LOOK_MS);
    const signal = AbortSignal.any([hung.signal, ...(asked.signal ? [asked.signal] : [])]);
    try {
      const answered = await askHttp({ ...asked, signal });
      const text = () =>
        answered.text().catch((error: unknown) => {
          throw isCutOff(error) ? new CutOff(origin) : error;
        });
      return { ...answered, text, json: async () => parseJson(await text()) };
    } catch (error) {
      if (asked.signal?.aborted === true) throw error;
      if (hung.signal.aborted || isCutOff(error)) throw new CutOff(origin);
      throw new RequestError("unreachable", `No Wardroom answers at ${origin}.`, 0, noAnswerHint(origin));
    } finally {
      clearInterval(timer);
    }
  };
  return { port, origin, workspace, ownerToken, close };
}

function close(): Promise<void> {
  closeHttp();
  return Promise.resolve();
}

async function readToken(dataFolder: string): Promise<string | null> {
  return readFile(join(dataFolder, "token"), "utf8").then(
    (text) => text.trim() || null,
    () => null,
  );
}
