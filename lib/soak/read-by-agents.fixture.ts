import { ProtocolError, ProtocolErrorCode, type Client } from "@modelcontextprotocol/client";
import type { Tool } from "@/lib/mcp/define-tool";
import { TOOLS } from "@/lib/mcp/tools";
import { refusalIn } from "@/lib/mcp/testing/client.fixture";
import { ERRORS } from "@/lib/core/errors";
import type { Hear } from "@/lib/soak/heard-lines.fixture";
import type { Names } from "@/lib/soak/read-everything.fixture";

/** Everything MCP offers to read: each resource of the list and each tool that reads; what failed, with the call. */
export async function readOverMcp(client: Client, names: Names, hear: Hear): Promise<string[]> {
  const faults: string[] = [];
  for (const uri of await listUris(client)) {
    const fault = await client.readResource({ uri }).then(
      ({ contents }) => {
        for (const content of contents) if ("text" in content) hear(decodeURIComponent(uri), content.text);
        return null;
      },
      (error: unknown) => faultOf(error),
    );
    if (fault !== null) faults.push(`${uri}: ${fault}`);
  }
  const isReading = ({ declaration }: Tool) => declaration.annotations?.readOnlyHint;
  const reading = new Set(TOOLS.filter(isReading).map(({ name }) => name));
  for (const [tool, args] of callsOf(names)) {
    if (!reading.has(tool) && tool !== "knowledge" && tool !== "gates") continue;
    const fault = await client.callTool({ name: tool, arguments: args }).then(
      ({ isError, content: [first] }) => {
        hear(JSON.stringify(args), first?.type === "text" ? first.text : "");
        if (isError !== true) return null;
        const said = refusalIn(first?.type === "text" ? first.text : "");
        return ERRORS[said.code].http >= 500 ? JSON.stringify(said) : null;
      },
      (error: unknown) => String(error),
    );
    if (fault !== null) faults.push(`${tool} ${JSON.stringify(args)}: ${fault.slice(0, 400)}`);
  }
  await client.close();
  return faults;
}

/** Runs a command as the owner; answers how it ended and what it printed. */
export type Run = (argv: string[]) => Promise<{ code: number; out: string; err: string }>;

/** Every command that reads, as text and as JSON; those that ended by a fault of ours, with what they printed. */
export async function readByCommand(run: Run, names: Names, hear: Hear): Promise<string[]> {
  const faults: string[] = [];
  for (const argv of commandsOf(names)) {
    for (const json of [[], ["--json"]]) {
      const { code, out, err } = await run([...argv, ...json]);
      hear(argv.join(" "), out);
      const isFault =
        code === ERRORS.internal.exit ||
        err.includes("Unknown option") ||
        /\n {4}at /.test(err) ||
        (code !== 0 && err === "");
      if (isFault) faults.push(`wardroom ${[...argv, ...json].join(" ")}: ${code} ${(err + out).slice(0, 400)}`);
    }
  }
  return faults;
}

async function listUris(client: Client): Promise<string[]> {
  const uris: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await client.listResources(cursor === undefined ? {} : { cursor });
    uris.push(...page.resources.map(({ uri }) => uri));
    if (page.nextCursor === undefined) return uris;
    cursor = page.nextCursor;
  }
}

/** A resource may be gone or refused in words; that it cannot be told of is a fault. */
function faultOf(error: unknown): string | null {
  if (error instanceof ProtocolError && error.code !== ProtocolErrorCode.InternalError) return null;
  return String(error).slice(0, 400);
}

function* callsOf(names: Names): Generator<[tool: string, args: Record<string, unknown>]> {
  for (const session of names.session) {
    for (const tool of ["status", "memory", "relays", "inbox", "gates"]) yield [tool, { session }];
    yield ["memory", { session, state: "all", role: "implementer-1" }];
    yield ["updates", { session, role: "implementer-1" }];
  }
  for (const agent of names.agent) {
    yield ["recall", { agent }];
    yield ["brief", { agent }];
  }
  for (const id of names.knowledge) yield ["knowledge", { id }];
  for (const team of names.team) yield ["knowledge", { team }];
  yield ["knowledge", {}];
  for (const q of ["cart", "보안", "*"]) yield ["search", { q }];
}

function* commandsOf(names: Names): Generator<string[]> {
  for (const session of names.session) {
    const of = ["--session", session];
    yield ["session", "show", session];
    yield ["session", "settings", session];
    for (const words of ["context show", "context status", "context delta", "gate list", "history list", "relay list"])
      yield [...words.split(" "), ...of];
    for (const words of ["inbox implementer-1", "team", "history blame --from 1 --to 3", "token list"])
      yield [...words.split(" "), ...of];
  }
  for (const team of names.team) {
    const of = ["--team", team];
    yield ["knowledge", "list", ...of];
    yield ["knowledge", "sessions", ...of];
    for (const session of names.teamSession.get(team) ?? []) {
      for (const words of ["loaded", "checkpoints"]) yield ["knowledge", words, ...of, "--team-session", session];
    }
  }
  for (const path of names.file) yield ["file", "show", path];
  for (const agent of names.agent) yield* ["show", "brief", "revisions"].map((words) => ["memory", words, agent]);
  for (const words of [
    "file list",
    "session list",
    "session trash",
    "agents",
    "memory brief",
    "knowledge list",
    "verify",
  ])
    yield words.split(" ");
  for (const words of ["search cart", "search *", "repair list", "unfinished list", "events"]) yield words.split(" ");
}
