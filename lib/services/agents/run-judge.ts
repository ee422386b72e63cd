import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NoJudgement } from "@/lib/core/coach/judge";
import type { JudgeSettings } from "@/lib/services/workspace/configuration";
import { type NearPair, nearPairSteps, type StandingLine } from "@/lib/core/coach/near-pairs";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { placedItems, memoryOf } from "@/lib/services/commit/document-states";
import { linesOf, readPairs } from "@/lib/services/workspace/read-pairs";
import { inSlices } from "@/lib/services/workspace/in-slices";
import type { ServiceContext } from "@/lib/services/workspace/service-context";

/** Bytes that a judge may print. */
const MOST_BYTES = 256 * 1024;

/** What no judge is to know: our credentials and the database's. */
const OURS = /^(WARDROOM_|DATABASE_URL$|PG)/i;

/**
 * Runs a judge with a prompt on its standard input, and answers what it printed. It runs without a shell, in an empty folder of its own
 * and without our credentials; its whole process group ends with it, at the deadline, and with this process. Throws `NoJudgement`.
 */
export async function runJudge(settings: JudgeSettings, prompt: string, signal: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "wardroom-judge-"));
  try {
    return await printedBy({ ...settings, cwd: folder, signal }, prompt);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function printedBy(
  { command, seconds, cwd, signal }: JudgeSettings & { cwd: string; signal: AbortSignal },
  prompt: string,
): Promise<string> {
  const [program = "", ...args] = command;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name))) as NodeJS.ProcessEnv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "ignore"] });
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        child.kill("SIGKILL");
      }
    };
    const settle = (done: () => void) => {
      clearTimeout(timer);
      process.removeListener("exit", end);
      signal.removeEventListener("abort", leave);
      end();
      child.stdout.destroy();
      done();
    };
    const fail = (why: string) => settle(() => reject(new NoJudgement(why)));
    const timer = setTimeout(() => fail(`did not answer within ${seconds} s`), seconds * 1000);
    process.once("exit", end);
    const leave = () => fail("was not waited for");
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) fail("printed more than 256 KB");
      else chunks.push(chunk);
    });
    child.on("error", ({ code = "" }: NodeJS.ErrnoException) => fail(`could not be started (${code})`));
    // What it started and left behind would keep its output open.
    child.on("exit", end);
    child.on("close", (code, signal) => {
      if (code === 0) settle(() => resolve(Buffer.concat(chunks).toString("utf8")));
      else fail(code === null ? `was ended by ${signal ?? "a signal"}` : `ended with exit code ${code}`);
    });
    // One that does not read its input says so by its end.
    child.stdin.on("error", () => undefined);
    child.stdin.end(prompt);
  });
}

/** Near lines of a session that nobody judged; none of one that is finished, or whose memory cannot be read. */
export async function nearPairsOf(
  { committer, sessions, database }: ServiceContext,
  workspace: string,
  session: string,
): Promise<NearPair[]> {
  const path = memoryPath(session);
  const state = await committer.readable(workspace, path);
  if (state.hash === "" || state.text === null || memoryOf(state).meta.finished !== null) return [];
  const { key } = await sessions.find(workspace, session);
  const judged = await readPairs(database.queries, key, state);
  const known = new Set(judged.flatMap(({ item, other }) => [`${item.id} ${other.id}`, `${other.id} ${item.id}`]));
  const lineOf = linesOf(state);
  const standing = placedItems(state).flatMap(({ id, role, line, item }): StandingLine[] => {
    const found = lineOf(id);
    if (found.state !== "active" || item.tag === "Gate") return [];
    const quote = item.text.split("\n", 1)[0] ?? "";
    return [{ session, line: found, citation: { path, line, quote, agent: null, session, role } }];
  });
  return inSlices(nearPairSteps(standing, (item, other) => known.has(`${item} ${other}`)));
}
