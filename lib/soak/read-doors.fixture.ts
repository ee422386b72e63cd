import { join } from "node:path";
import { runHook } from "@/lib/hook/run-hook";
import type { BreakingLine } from "@/lib/soak/breaking-line.fixture";
import { runOn } from "@/lib/soak/fuzz-command.fixture";
import { OWNER_TOKEN, PROJECT } from "@/lib/soak/places.fixture";
import { sendOver, type Reply, type Send } from "@/lib/soak/send.fixture";

/** The doors that a reader reads its inbox through. */
export const READ_DOORS = ["rest", "mcp", "command", "hook"] as const;
export type ReadDoor = (typeof READ_DOORS)[number];

/** Where a reader is, and how it is known to each door. */
export interface Place {
  session: string;
  /** A role, or Lead. */
  reader: string;
  line: BreakingLine;
  files: string;
  data: string;
  /** Where hooks remember what they told. */
  state: string;
}

/** What a call brought its caller. */
export interface Got {
  /** What it printed or answered: all that the caller can read of it. */
  text: string;
  /** Whether the door says that all of it went well. */
  ok: boolean;
}

/** Reads an inbox as clients of each door do, and says so where the door is told: over REST with the mark, after it was read. */
export async function readOver(door: ReadDoor, place: Place, wait: number): Promise<Got> {
  switch (door) {
    case "rest":
      return overRest(place, wait);
    case "mcp":
      return overMcp(place, "inbox", wait === 0 ? {} : { wait });
    case "command":
      return byCommand(place, ["inbox", place.reader, ...(wait === 0 ? [] : ["--wait", String(wait)])]);
    case "hook":
      return byHook(place, "UserPromptSubmit");
  }
}

/** A request as the reader. Its answer is null where the connection broke. */
export async function ask(
  { line, session, reader }: Place,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply | null> {
  const send: Send = sendOver(line.url, OWNER_TOKEN);
  const at = `/api/v1/workspaces/demo/sessions/${session}${path}`;
  return send(method, at, {
    as: reader,
    headers: runOf({ session, reader }),
    ...(body !== undefined && { body }),
  }).catch(() => null);
}

async function overRest(place: Place, wait: number): Promise<Got> {
  const answer = await ask(place, "GET", `/inbox?wait=${wait}`);
  if (answer?.status !== 200) return { text: "", ok: false };
  const { mark, updates, entries } = answer.body as { mark: string; updates: unknown; entries: unknown };
  const seen = await ask(place, "POST", "/inbox/seen", { mark });
  return { text: JSON.stringify([updates, entries]), ok: seen?.status === 200 };
}

/** Calls a tool as clients do that keep no connection; as the same run as at the other doors. */
export async function overMcp(
  { line, reader, session }: Place,
  name: string,
  args: Record<string, unknown>,
): Promise<Got> {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = {
    ...runOf({ session, reader }),
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const reply = await sendOver(line.url, OWNER_TOKEN)("POST", "/api/mcp", { as: reader, headers, body }).catch(
    () => null,
  );
  const { result } = (reply?.body ?? {}) as { result?: { isError?: boolean; content?: { text: string }[] } };
  const text = (result?.content ?? []).map((part) => part.text).join("\n");
  return { text, ok: result !== undefined && result.isError !== true };
}

/** Every door says that it is the conversation that the hook is in; before there is a session, nobody is in one. */
function runOf({ session, reader }: Pick<Place, "session" | "reader">): Record<string, string> {
  return session === "" ? {} : { "x-wardroom-run": `claude:${session}-${reader}` };
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs the command, which prints first and says then that it did. One at a time: a process that ends closes its connections. */
export function byCommand({ line, session, reader, files, data }: Place, words: string[]): Promise<Got> {
  const terminal = { url: line.url, ownerToken: OWNER_TOKEN, cwd: files, data, run: `claude:${session}-${reader}` };
  const ended = turn.then(() => runOn(terminal, [...words, "--session", session], OWNER_TOKEN));
  turn = ended.catch(() => undefined);
  return ended.then(({ out, err, code }) => ({ text: out + err, ok: code === 0 }));
}

/** Has the plugin's hook tell what waits at an event of a client that runs as the reader. */
export async function byHook(place: Place, event: string): Promise<Got> {
  const input = {
    hook_event_name: event,
    session_id: `${place.session}-${place.reader}`,
    cwd: place.files,
    prompt: "Go on.",
  };
  const environment = {
    ...hookEnvironment(place),
    // The limit is an age of the process, and this one is old already.
    WARDROOM_HOOK_MS: String(Math.round(performance.now()) + 600_000),
  };
  const scriptFolder = join(PROJECT, "plugin/scripts");
  const { stdout, stderr, afterwards } = await runHook(JSON.stringify(input), { environment, scriptFolder });
  await afterwards?.();
  return { text: stdout + stderr, ok: true };
}

/** What a client's hooks are told of who they are for. */
export function hookEnvironment({ line, session, reader, state }: Place): Record<string, string> {
  return {
    HOME: state,
    XDG_STATE_HOME: state,
    WARDROOM_URL: line.url,
    WARDROOM_TOKEN: OWNER_TOKEN,
    WARDROOM_WORKSPACE: "demo",
    WARDROOM_SESSION: session,
    WARDROOM_ROLE: reader,
  };
}
