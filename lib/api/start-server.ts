import { browserOrigin, programOrigin } from "@/lib/api/origin";
import { AppError } from "@/lib/core/errors";
import { reopenRuntime } from "@/lib/reopen-runtime";
import { runtime, type Runtime } from "@/lib/runtime";
import { LONGEST_RECORDING_MS } from "@/lib/services/history/outside-edits";
import { describeDiscrepancy } from "@/lib/services/history/compare-witness";
import { request } from "node:http";
import { setFlagsFromString } from "node:v8";
import { setTimeout as wait } from "node:timers/promises";
import { othersAnswered } from "@/lib/api/request-note";
import type { Listening } from "@/lib/api/listening";

/** What the system or the database says when a start fails, and what to do about it. */
const REASONS: [said: RegExp, sentence: string][] = [
  [
    /\b(?:EMFILE|ENFILE)\b|too many open files/i,
    "Wardroom may open too few files at once. Raise the limit, for example with ulimit -n 1024, and start it again.",
  ],
  [
    /\b(?:ENOSPC|EDQUOT|EFBIG)\b|SQLITE_FULL|SQLITE_IOERR|disk is full|disk I\/O error/i,
    "Wardroom cannot write its data: the disk is full, or fails. Free some space and start it again; nothing is lost.",
  ],
  [
    /SQLITE_(?:NOTADB|CORRUPT)|malformed|not a database/i,
    "The database is damaged. See what is wrong with: wardroom doctor. Or put a copy from your backup in its place; the files of your projects are as they were.",
  ],
  [
    /\b(?:EACCES|EPERM|EROFS)\b|SQLITE_READONLY|SQLITE_CANTOPEN|unable to open database/i,
    "Wardroom may not write its data folder. Give this user the permission, or name another folder in WARDROOM_DATA.",
  ],
];

/** An error that ended a start, as a sentence that says what to do; null for a fault of ours, whose stack is needed. */
export function explainStart(error: unknown): string | null {
  if (error instanceof AppError) return `${error.message} ${error.details.hint ?? ""}`.trim();
  const said = chain(error);
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}

function chain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return `${error.message} ${code} ${error.cause === undefined ? "" : chain(error.cause)}`;
}

/** A project of this many sessions or documents takes a first visitor so long to read that it is read before. */
const MANY_SESSIONS = 100;
const MANY_DOCUMENTS = 1_000;

/** A project is called ready after this long, however much of it is still to be read. Milliseconds. */
const LONGEST_READING_MS = 20_000;

/** Requests to a database that was replaced are waited for so long: none of them can change anything. Milliseconds. */
const LONGEST_ANSWERING_MS = 3_000;

/** So long after it is ready, a large project is left to those who waited for it. Milliseconds. */
const FIRST_COME_MS = 3_000;

/** What everybody asks for first: the sessions of a workspace. Pages take a second to load, and agents none. */
const LIST = "/api/v1/workspaces/NAME/sessions";

/**
 * Opens the runtime, begins to watch, and prints the address with a code that lets one browser in; for a large project once its
 * sessions have been listed. Ends the process with a sentence when that cannot be done.
 */
export async function startServer(): Promise<void> {
  await orEnd(async () => {
    const opened = await runtime();
    goOnWhenReplaced(opened);
    // The first turn of this process: all that is looked at after it is remembered.
    await opened.findRefusal();
    const recording = opened.watch((error) => console.error("watching", error));
    void orEnd(() => recording);
    await atMost(LONGEST_RECORDING_MS, recording);
    const before = await opened.announce(programOrigin(opened.configuration));
    // Pages are answered only once this function has returned. What renders them is loaded by the first that is asked for: whoever
    // serves agents alone does without, and in a small project it takes no longer than that.
    const isReadFirst = await isLarge(opened);
    // Twice, so that V8 has compiled the code by the time anybody else asks.
    const reading = isReadFirst ? openFirst(opened, LIST, LIST) : Promise.resolve();
    // Of a large project much is read once: it would stay until there is four times as much as is in use.
    if (isReadFirst) setFlagsFromString("--heap-growing-percent=30");
    if (isReadFirst) void orEnd(() => tellWhenRead(opened, before, reading));
    else await tellReady(opened, before);
    void readAhead(opened, isReadFirst, reading).catch((error: unknown) => console.error("reading ahead", error));
  });
}

/** Opens everything anew where the database turns out to be another one, as a standby that took over without the last commits. */
function goOnWhenReplaced(opened: Runtime): void {
  opened.whenReplaced(() => {
    console.log("Another PostgreSQL has taken over: the history is read anew, and pages are loaded again.");
    void orEnd(async () => {
      // Some of them may be waiting for what is opened here, as while they wait for an owner.
      const answered = () => atMost(LONGEST_ANSWERING_MS, othersAnswered());
      const next = await reopenRuntime(opened, answered, () => Promise.resolve());
      tellLosses(next);
      goOnWhenReplaced(next);
    });
  });
}

async function orEnd(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Next would go on and answer every request with a failure: nothing is better than that.
    console.error(explainStart(error) ?? error);
    process.exit(1);
  }
}

/** Whether so much is to be read that the first visitor would wait for it. */
async function isLarge({ services, workspaces }: Runtime): Promise<boolean> {
  for (const workspace of workspaces) {
    if (await services.files.exceeds(workspace, { sessions: MANY_SESSIONS, documents: MANY_DOCUMENTS })) return true;
  }
  return false;
}

async function tellWhenRead(opened: Runtime, before: string | null, reading: Promise<void>): Promise<void> {
  console.log("This project is large: its sessions are read before Wardroom is ready.");
  await atMost(LONGEST_READING_MS, reading);
  if (!opened.closing.aborted) await tellReady(opened, before);
}

/** Prints the address, and what whoever started the server should know. */
async function tellReady(opened: Runtime, before: string | null): Promise<void> {
  const { services, configuration, adopted } = opened;
  const refusal = opened.refusal();
  const url = programOrigin(configuration);
  const page = browserOrigin(configuration);
  const others = page === url ? "" : ` (programs: ${url})`;
  // A log is kept, and read by others: whoever reads it signs in with a token of the owner.
  const code = globalThis.wardroomLog === undefined ? `?code=${services.signIn.createLoginCode()}` : "";
  console.log(`Wardroom is ready. Open ${page}/login${code}${others}`);
  if (adopted !== null) {
    console.log(
      `The database had been damaged while Wardroom ran. Its copy ${adopted} was complete and has taken its place; the damaged one is kept beside it.`,
    );
  }
  if (refusal !== null) console.log(`Changes are refused. ${refusal}`);
  tellLosses(opened);
  for (const { name, folder } of await services.workspaces.listClosed()) {
    console.log(`${CLOSED[folder](name)} Its files are neither read nor changed; other workspaces are served.`);
  }
  if (before !== null && (await isWell(before))) {
    console.log(
      `Another Wardroom serves the same data folder at ${before}. Nothing is lost by that: the command finds this one, and the other again once this one stops.`,
    );
  }
}

function tellLosses({ losses }: Runtime): void {
  for (const loss of losses) {
    console.log(
      `The history of ${loss.workspace} is not what it was. ${describeDiscrepancy(loss)} Files are as they were; tokens that were revoked since may work again. See: wardroom verify`,
    );
  }
}

/** Asks for what stands at these places of each workspace NAME, so that who asks then waits for nothing. */
function openFirst({ configuration, ownerToken, workspaces, closing }: Runtime, ...places: string[]): Promise<void> {
  const pages = places.flatMap((place) => workspaces.map((name) => place.replace("NAME", encodeURIComponent(name))));
  return openPages(pages, { listening: configuration, token: ownerToken, until: closing });
}

/** After the first pages, what is wanted less often; last what takes longest. */
async function readAhead(opened: Runtime, isReadFirst: boolean, reading: Promise<void>): Promise<void> {
  await reading;
  if (isReadFirst) {
    // Who waited for the server comes now.
    await wait(FIRST_COME_MS, undefined, { signal: opened.closing }).catch(() => undefined);
    await openFirst(opened, "/NAME", "/NAME/knowledge");
  }
  if (!opened.closing.aborted) await opened.buildIndex();
}

const CLOSED = {
  away: (name: string) => `The folder of workspace ${name} is missing or empty. Move it back or mount its disk.`,
  other: (name: string) =>
    `The folder of workspace ${name} holds another project than its history. Serve it under another name, or have the history go on there: wardroom workspace move ${name} FOLDER.`,
};

/** Whether a server answers there: the number of a dead one's process may be another program's by now. */
async function isWell(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

interface Opening {
  listening: Listening;
  token: string;
  until: AbortSignal;
}

/**
 * Opens pages of this server one after the other, as a browser does, until told to stop: what they need is loaded and read by
 * that, and the next to open them waits for neither. Resolves even if one cannot be opened.
 */
export async function openPages(paths: readonly string[], { listening, token, until }: Opening): Promise<void> {
  const headers = { host: new URL(browserOrigin(listening)).host, authorization: `Bearer ${token}` };
  for (const path of paths) {
    if (until.aborted) return;
    await new Promise<void>((resolve) => {
      const sent = request(programOrigin(listening) + path, { headers, signal: until }, (response) => {
        response
          .on("close", resolve)
          .resume()
          .on("error", () => resolve());
      });
      sent.on("error", () => resolve()).end();
    });
  }
}

/** Resolves when work is done, or after so many milliseconds: then the work goes on by itself. Rejects as the work does, until then. */
export async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = wait(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([work, late]).finally(() => timer.abort());
}
