import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { Cli } from "@/lib/cli/cli";
import { addSessionOption, type SessionChoice } from "@/lib/cli/choose-scope";
import { addExamples } from "@/lib/cli/declare-command";
import { outliveServer } from "@/lib/cli/ask-for-news";
import type { Answered } from "@/lib/cli/port";
import { eventsIn } from "@/lib/cli/server-sent-events";
import { parseJson, recordOf, stringOf } from "@/lib/core/text/parse-json";

/** `wardroom mcp`: the MCP server for clients that start a program and speak to it in lines. */
export function addMcpCommand(program: Command, cli: Cli): void {
  const command = program
    .command("mcp")
    .description("speak MCP over standard input and output, for clients that start a program");
  addExamples(
    command,
    ["wardroom mcp --as implementer-1", "WARDROOM_TOKEN=wr_… wardroom mcp --workspace shop"],
    "With the owner's token and no --as, who calls is not known: it reads, and leaves items with the Lead.",
  );
  addSessionOption(command).action(async ({ session }: SessionChoice) => {
    const send = await sender(cli, session ?? cli.surroundings.env["WARDROOM_SESSION"] ?? "");
    // Only now: what comes before somebody reads it is lost.
    const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
    await bridgeLines(lines, send, (line) => cli.surroundings.stdout.write(`${line}\n`));
  });
}

/** Sends to the running server, or to the same handlers in this process, with the credential and role the command was given. */
async function sender(cli: Cli, session: string): Promise<Send> {
  const { port, origin, ownerToken, workspace } = await cli.connection();
  const { flags, surroundings } = cli;
  const token = flags.token ?? (surroundings.env["WARDROOM_TOKEN"] || ownerToken);
  const role = flags.as ?? (surroundings.env["WARDROOM_ROLE"] || undefined);
  const known: Record<string, string> = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(role !== undefined && { "x-wardroom-role": inHeader(role) }),
    ...cli.runHeader(role),
    // What calls are about that name nothing else.
    ...(workspace !== "" && { "x-wardroom-workspace": inHeader(workspace) }),
    ...(session !== "" && { "x-wardroom-session": inHeader(session) }),
  };
  return (body, headers, signal) =>
    port({ url: `${origin}/api/mcp`, method: "POST", body, headers: { ...known, ...headers }, signal });
}

/** A header carries text as UTF-8. */
function inHeader(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The way to the MCP server: takes a request's body and headers, answers as HTTP does. */
type Send = (body: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Answered>;

/** The code of JSON-RPC for a fault between the two. */
const INTERNAL = -32603;
/** The code of JSON-RPC for a line that is not JSON. */
const NOT_JSON = -32700;

/**
 * Carries JSON-RPC between a client that speaks in lines and a server that speaks HTTP, either era of the protocol. Each
 * message goes on its own, so that a long one holds up none; what the server answers, as JSON or as a stream, is written
 * line by line. A call that waits for news outlives the server. Ends when the lines do, and what was asked before is answered.
 */
export async function bridgeLines(lines: AsyncIterable<string>, send: Send, write: (line: string) => void) {
  const pending = new Set<Promise<void>>();
  const streams = new AbortController();
  let version = "";
  const carry = async (line: string) => {
    const message = parseJson(line);
    if (message === undefined) {
      write(problem(null, NOT_JSON, "This line is not JSON."));
      return;
    }
    const { id, method, params } = recordOf(message);
    const wait = waitOf(message);
    const ask = async (seconds: number) => {
      const body = seconds === wait ? line : JSON.stringify(withWait(message, seconds));
      const response = await send(body, headersOf(stringOf(method), recordOf(params), version), streams.signal);
      for await (const text of messagesIn(response)) {
        const { result } = recordOf(parseJson(text));
        if (method === "initialize") version = stringOf(recordOf(result)["protocolVersion"]);
        write(text);
      }
    };
    try {
      await outliveServer(ask, wait, () => false);
    } catch (error) {
      if (id === undefined || streams.signal.aborted) return;
      write(problem(id, INTERNAL, error instanceof Error ? error.message : "The server did not answer."));
    }
  };
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const carried = carry(line).finally(() => pending.delete(carried));
    pending.add(carried);
    // What follows an introduction depends on it.
    if (line.includes('"initialize"')) await carried;
  }
  // A stream that listens ends with its listener; everything else is answered first.
  const timer = setTimeout(() => streams.abort(), LAST_ANSWERS_MS);
  await Promise.all(pending);
  clearTimeout(timer);
}

/** How long answers are waited for after the client has gone. */
const LAST_ANSWERS_MS = 2000;

/** How long a call lets a tool wait for news, in seconds; 0 for what answers at once. */
function waitOf(message: unknown): number {
  const { wait } = recordOf(recordOf(recordOf(message)["params"])["arguments"]);
  return typeof wait === "number" && wait > 0 ? wait : 0;
}

function withWait(message: unknown, wait: number): unknown {
  const { params, ...rest } = recordOf(message);
  const called = recordOf(params);
  return { ...rest, params: { ...called, arguments: { ...recordOf(called["arguments"]), wait } } };
}

/** Headers that MCP over HTTP requires; they repeat what the body says and must match it. */
function headersOf(method: string, params: Record<string, unknown>, agreed: string): Record<string, string> {
  const said = stringOf(recordOf(params["_meta"])["io.modelcontextprotocol/protocolVersion"]);
  const accepted = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  if (said === "") return { ...accepted, ...(agreed !== "" && { "mcp-protocol-version": agreed }) };
  const name = stringOf(params["name"]) || stringOf(params["uri"]);
  return { ...accepted, "mcp-protocol-version": said, "mcp-method": method, ...(name !== "" && { "mcp-name": name }) };
}

/** The JSON-RPC messages of an answer, each as one line. */
async function* messagesIn(response: Answered): AsyncGenerator<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") === true && response.body !== null) {
    for await (const data of eventsIn(response.body)) yield oneLine(data);
    return;
  }
  const text = (await response.text()).trim();
  if (text === "") return;
  const body = recordOf(parseJson(text));
  if (body["jsonrpc"] === "2.0") {
    yield oneLine(text);
    return;
  }
  const hint = stringOf(body["hint"]);
  throw new Error(
    `${stringOf(body["detail"]) || `The server answered ${response.status}.`}${hint === "" ? "" : ` ${hint}`}`,
  );
}

/** A line end between two messages must not stand in one. */
function oneLine(text: string): string {
  return /[\r\n]/.test(text) ? JSON.stringify(parseJson(text) ?? {}) : text;
}

function problem(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
