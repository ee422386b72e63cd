import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { addAll } from "@/lib/core/lists";
import type { Command } from "commander";
import type { z } from "zod";
import { isRunId } from "@/lib/core/context/run";
import { AppError } from "@/lib/core/errors";
import { assertRoleId, foldRoleId } from "@/lib/core/memory/role-id";
import { untilKnown } from "@/lib/core/until-known";
import { answeredInBetween, RequestError } from "@/lib/client/request-error";
import { WorkspaceList } from "@/lib/contracts/server";
import { asWord } from "@/lib/cli/command-chain";
import { connect } from "@/lib/cli/connect";
import type { Flags } from "@/lib/cli/flags";
import { createPaint, isColoured } from "@/lib/cli/paint";
import type { Column, Paint } from "@/lib/operations/terminal";
import type { Answered, Connection } from "@/lib/cli/port";
import type { Surroundings, Output } from "@/lib/cli/surroundings";
import { renderTable } from "@/lib/cli/terminal-text";
import { isOfRole, type Request, ROLE, roleOfCaller, RUN } from "@/lib/cli/who-calls";
import { Problem } from "@/lib/contracts/primitives";

/** Work that ends sooner needs no word. */
const SILENCE_MS = 400;

/** Says on a terminal's last line what takes long and for how long already; nothing where nobody looks. */
async function showProgress<T>(output: Output, what: string, work: () => Promise<T>): Promise<T> {
  if (!output.isTTY) return work();
  const began = performance.now();
  const line = { shown: false };
  const timer = setInterval(() => {
    const passed = performance.now() - began;
    if (passed < SILENCE_MS) return;
    line.shown = true;
    output.write(`\r\u001b[K${what} … ${(passed / 1000).toFixed(0)} s`);
  }, 200);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (line.shown) output.write("\r\u001b[K");
  }
}

/** How long to wait before repeating a change whose outcome is unknown. Milliseconds. */
const REST_MS = 1_000;

export interface Asking {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  ifMatch?: string;
  accept?: string;
  /** The role to act as, where the caller is the owner. `--as` wins. */
  role?: string;
  /** Makes it safe to send again: the same key gets the first answer. A new one when left out; null if repeating changes nothing. */
  key?: string | null;
  signal?: AbortSignal;
}

/** Example: wr_8f4c2e61a7b34d5f_Zm9v…, a token of a role or a viewer, which says by itself who is calling. */
const MINTED = /^wr_[0-9a-z-]{1,64}_[\w-]{43}$/;

/** What every command works with: the way to the workspace, and the ways to show what came back. */
export class Cli {
  flags: Flags = { server: true, color: true };
  /** What the process ends with when nothing failed: commands that find something out may answer with it. */
  exitCode = 0;
  /** The command that runs; undefined until the words were understood. */
  running: Command | undefined;
  /** The session that the command is about, and as whom it was done; null where it is about none. */
  about: { session: string; role: string | undefined } | null = null;
  /** What a command for the same session needs to be typed with: ` --session kv` where this one was, else nothing. */
  sessionWords = "";
  /** The role that an agent runs it as, null for people and the Lead; and how its next command says that, where this one did in words. */
  by: { role: string | null; words: string } = { role: null, words: "" };
  #way: Promise<Connection> | undefined;
  #only: Promise<string> | undefined;

  constructor(readonly surroundings: Surroundings) {}

  get paint(): Paint {
    const { stdout, env } = this.surroundings;
    return createPaint(this.flags.json !== true && isColoured(stdout, env, this.flags.color));
  }

  /** The way to the server, opened once; its `workspace` is "" where none was chosen and the current folder is in none. */
  way(): Promise<Connection> {
    this.#way ??= connect(this.surroundings, this.flags);
    return this.#way;
  }

  /** The way to the workspace. Throws `invalid_input` where the server has several and none is chosen. */
  async connection(): Promise<Connection> {
    const way = await this.way();
    if (way.workspace !== "") return way;
    this.#only ??= this.#onlyWorkspace(way);
    return { ...way, workspace: await this.#only };
  }

  /** Whether a command has a credential for its server. */
  async hasCredential(): Promise<boolean> {
    return (await this.#token()) !== null;
  }

  /** Whether the caller is the owner, who may choose a role; anybody else's token says which it is. */
  async isOwner(): Promise<boolean> {
    return !MINTED.test((await this.#token()) ?? "");
  }

  /** Whether the caller is a certain role, by a token or by `--as`: only the owner acts as whatever role a command names. */
  async isSomebody(): Promise<boolean> {
    return this.flags.as !== undefined || !(await this.isOwner());
  }

  /**
   * Sends a request to an address below the workspace's, such as `/sessions`, and answers what came, or throws the problem that did.
   * What begins with `/api/` is a whole address.
   */
  async send(path: string, asking: Asking = {}): Promise<Answered> {
    const { port, origin, workspace } = await (path.startsWith("/api/") ? this.way() : this.connection());
    const headers: Record<string, string> = { accept: asking.accept ?? "application/json", "x-wardroom-client": "cli" };
    const token = await this.#token();
    if (token !== null) headers["authorization"] = `Bearer ${token}`;
    const { as } = this.flags;
    const { env } = this.surroundings;
    const changes = asking.method !== undefined && asking.method !== "GET";
    const role = (await this.isOwner())
      ? roleOfCaller(env, { role: as ?? asking.role, changes, ...this.#caller() })
      : as;
    if (this.about !== null) this.about.role ??= role;
    if (this.flags.owner === true) this.by.words = " --owner";
    else if (role !== undefined && isOfRole(env)) this.by = { role, words: env[ROLE] ? "" : ` --as ${asWord(role)}` };
    if (role !== undefined) headers["x-wardroom-role"] = headerOf(role, as === undefined ? "role" : "as");
    Object.assign(headers, this.runHeader(role));
    if (asking.ifMatch !== undefined) headers["if-match"] = asking.ifMatch;
    if (changes && asking.key !== null) headers["idempotency-key"] = asking.key ?? randomUUID();
    const body = asking.body === undefined ? null : JSON.stringify(asking.body);
    if (body !== null) headers["content-type"] = "application/json";
    const address = path.startsWith("/api/") ? path : `/api/v1/workspaces/${encodeURIComponent(workspace)}${path}`;
    assertPlain(address);
    const { method = "GET", signal } = asking;
    const asked = { url: origin + address, method, headers, body, ...(signal && { signal }) };
    return untilKnown(
      async () => this.#answered(await port(asked), origin, "idempotency-key" in headers),
      () => wait(REST_MS),
    );
  }

  async #answered(response: Answered, origin: string, isKeyed: boolean): Promise<Answered> {
    if (response.ok) return response;
    // HTTP refuses a head that is too long before anybody reads it, and says nothing more.
    if (response.status === 431)
      throw new AppError("too_large", "What was given is too long for a request: 16 KB are the most beside a text.", {
        hint: "Give names as a list shows them, and fewer or shorter words to search for.",
      });
    const problem = findProblem(await response.json().catch(() => undefined));
    if (problem === undefined) throw answeredInBetween(origin, response.status, isKeyed);
    throw new RequestError(problem.code, problem.detail, problem.status, problem.hint, problem);
  }

  /**
   * The header that says which conversation acts as a role; {} where none is known, or where it speaks for another role than its own.
   * Throws `invalid_input` for a variable that is no id.
   */
  runHeader(role = "Lead"): Record<string, string> {
    const { [RUN]: run = "", [ROLE]: own = "" } = this.surroundings.env;
    if (run === "") return {};
    if (!isRunId(run)) {
      throw new AppError("invalid_input", `${RUN} is not the id of a run: ${run}`, {
        hint: `Unset ${RUN}, or set it to the client, a colon and its id of the conversation, such as claude:7f0c8d9e.`,
        errors: [{ path: RUN, message: "is not an id of a run" }],
      });
    }
    return own === "" || foldRoleId(own) === foldRoleId(role) ? { "x-wardroom-run": run } : {};
  }

  /** The answer to a request as its contract says. */
  async ask<Schema extends z.ZodType>(schema: Schema, path: string, asking: Asking = {}): Promise<z.infer<Schema>> {
    const response = await this.send(path, asking);
    return readAnswer(schema, await response.json(), response.status);
  }

  /** All of a list, page by page, as one; what stands beside the items is that of the last page. */
  async askAll<Page extends { items: unknown[]; nextCursor: string | null }>(
    schema: z.ZodType<Page>,
    path: string,
    asking: Asking = {},
  ): Promise<Page> {
    const items: unknown[] = [];
    for (let cursor: string | null = null; ;) {
      const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await this.ask(schema, `${path}${path.includes("?") ? "&" : "?"}limit=500${after}`, asking);
      addAll(items, page.items);
      if (page.nextCursor === null) return { ...page, items };
      cursor = page.nextCursor;
    }
  }

  /** Prints an answer: as JSON where a program reads, else as `render` says. */
  show<Answer>(answer: Answer, render: (answer: Answer) => string): void {
    const text = this.flags.json === true ? `${JSON.stringify(answer, null, 2)}\n` : render(answer);
    this.surroundings.stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
  }

  /** Tells a person at the terminal something, on standard error; a program gets the answer alone. */
  tell(text: string): void {
    if (this.flags.json !== true) this.surroundings.stderr.write(text);
  }

  /** A table as wide as the terminal, and as wide as it needs elsewhere. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
    const { stdout } = this.surroundings;
    return renderTable(rows, columns, { paint: this.paint, width: stdout.isTTY ? stdout.columns : undefined });
  }

  /** Text that was given as words, or on standard input where it is `-`; the line feed that ends it is the shell's. */
  async text(words: string | string[]): Promise<string> {
    const given = Array.isArray(words) ? words.join(" ") : words;
    return given === "-" ? (await this.input()).replace(/\r?\n$/, "") : given; // "the text\n"
  }

  /** All of standard input as it came. Throws `invalid_input` where it is no text. */
  async input(): Promise<string> {
    try {
      return await this.surroundings.stdin.readAll();
    } catch (error) {
      const hint = "Encode the text as UTF-8.";
      throw new AppError("invalid_input", "Standard input is not valid UTF-8.", { hint }, { cause: error });
    }
  }

  /** Whether a person can be asked, or has agreed beforehand. */
  get canConfirm(): boolean {
    const { stdin, stderr } = this.surroundings;
    return this.flags.yes === true || (stdin.isTTY && stderr.isTTY);
  }

  /** Goes on when a person agrees, or `--yes` was given; throws where nobody can be asked. */
  async confirm(what: string): Promise<void> {
    if (this.flags.yes === true) return;
    const { stdin } = this.surroundings;
    if (!this.canConfirm) {
      throw new AppError("invalid_input", `${what} Nobody is here to confirm it; nothing was done.`, {
        hint: "Add --yes if that is what you want.",
      });
    }
    const answer = await stdin.ask(`${what} Go on? [y/N] `);
    if (/^y(es)?$/i.test(answer.trim())) return; // y, Yes
    throw new AppError("invalid_input", "Not confirmed; nothing was done.", {
      hint: "Answer y to go on, or add --yes.",
    });
  }

  /** Does what may take long, and says so meanwhile on a terminal. */
  working<T>(what: string, work: () => Promise<T>): Promise<T> {
    const { stderr, served } = this.surroundings;
    return showProgress(
      this.flags.json === true || served !== undefined ? { ...stderr, isTTY: false } : stderr,
      what,
      work,
    );
  }

  async close(): Promise<void> {
    const way = await this.#way?.catch(() => undefined);
    await way?.close();
  }

  async #onlyWorkspace({ port, origin, ownerToken }: Connection): Promise<string> {
    const token = this.#given() ?? ownerToken;
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await port({ url: `${origin}/api/v1/workspaces`, headers });
    const answer: unknown = await response.json().catch(() => undefined);
    const problem = response.ok ? undefined : findProblem(answer);
    if (problem !== undefined)
      throw new RequestError(problem.code, problem.detail, problem.status, problem.hint, problem);
    const names = readAnswer(WorkspaceList, answer, response.status).items.map(({ name }) => name);
    const [only] = names;
    if (only !== undefined && names.length === 1) return only;
    throw new AppError("invalid_input", "There is more than one workspace.", {
      hint: `Go into the project of one, or add --workspace with one of: ${names.join(", ")}.`,
    });
  }

  /** How the command says as whom it runs. */
  #caller(): Pick<Request, "named" | "isOwner" | "typed"> {
    const { running, flags, surroundings } = this;
    const at = running?.registeredArguments.findIndex((each) => ["role", "agent"].includes(each.name())) ?? -1;
    const named = at < 0 ? undefined : running?.args[at];
    return {
      named: named !== undefined && foldRoleId(named) !== "Lead" ? named : undefined,
      isOwner: flags.owner === true,
      typed: ["wardroom", ...surroundings.argv.map(asWord)].join(" "),
    };
  }

  #given(): string | undefined {
    return this.flags.token ?? (this.surroundings.env["WARDROOM_TOKEN"] || undefined);
  }

  async #token(): Promise<string | null> {
    return this.#given() ?? (await this.way()).ownerToken;
  }
}

/** A role as a header carries it, in UTF-8. Throws `invalid_input`, which says how it was given, for what is no role's id. */
function headerOf(role: string, given: "as" | "role"): string {
  return Buffer.from(assertRoleId(role, given), "utf8").toString("latin1");
}

/** A name of dots is the folder or the one above it, and would make another address of this one. */
function assertPlain(address: string): void {
  const dots = /\/(\.\.?)(?=[/?]|$)/.exec(address)?.[1]; // /teams/../sessions
  if (dots === undefined) return;
  throw new AppError("invalid_input", `${dots} is no name of anything.`, {
    hint: "Give the name of an agent, a session, a team or an entry as a list shows it.",
  });
}

/** The answer as its contract says, or a `RequestError`: what the contract does not know is not shown. */
function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown, status: number): z.infer<Schema> {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new RequestError(
    "unexpected",
    "Wardroom answered in a way this command does not know.",
    status,
    "The server is probably newer than this command: use the one of its checkout.",
  );
}

/** The problem that an answer holds; undefined for any other answer, such as an error page of a proxy. */
function findProblem(answer: unknown): Problem | undefined {
  return Problem.safeParse(answer).data;
}
