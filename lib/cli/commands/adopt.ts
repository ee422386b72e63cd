import { parseJson, stringOf } from "@/lib/core/text/parse-json";
import { realpath } from "node:fs/promises";
import type { Command } from "commander";
import { RunList, RunSeat } from "@/lib/contracts/runs";
import { Session } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/core/errors";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-scope";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/declare-command";
import { findProjectFolder, isOfProject } from "@/lib/cli/find-place";
import { plainLine } from "@/lib/cli/terminal-text";
import { createHash } from "node:crypto";
import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isRunId } from "@/lib/core/context/run";
import { withholdSecrets } from "@/lib/core/text/find-secrets";

/** A conversation, with the seat it has; null for none. */
type Found = Conversation & { role: string | null };

/** `wardroom adopt`: seats conversations that were at work before anybody gave them a role. */
export function addAdoptCommand(program: Command, cli: Cli): void {
  const command = program
    .command("adopt")
    .argument("[run]", "a conversation, as this command lists it")
    .argument("[role]", "the role it works as from now on")
    .description("seat conversations of this machine that work in this project already")
    .option("--all", "seat each in the next role in which nobody is at work");
  addExamples(
    command,
    ["wardroom adopt", "wardroom adopt --all --yes", "wardroom adopt claude:7f0c8d9e implementer-1"],
    "Listed is what Claude Code, Codex, Gemini CLI and OpenCode wrote down in this project within the last hour. Each hears of its role with its next prompt, where its hooks are installed.",
  );
  addSessionOption(command).action(
    async (run: string | undefined, role: string | undefined, { all, ...choice }: SessionChoice & { all?: true }) => {
      const at = await chooseSession(cli, choice);
      if (run !== undefined && role === undefined)
        throw new AppError("invalid_input", `Which role ${plainLine(run)} is to work as is not said.`, {
          hint: `Name it: wardroom adopt ${plainLine(run)} implementer-1`,
          errors: [{ path: "role", message: "is missing" }],
        });
      const { found, free } = run === undefined ? await look(cli, at) : { found: [], free: [] };
      const seats =
        run !== undefined && role !== undefined
          ? new Map([[run, role]])
          : all === true
            ? await allOf(cli, found, free)
            : await chosen(cli, found, free);
      const { session = "" } = cli.about ?? {};
      const seated = new Map<string, string>();
      for (const [id, wanted] of seats) {
        const body = { run: id, session, roles: [wanted], shared: true };
        const answer = await cli.ask(RunSeat, "/runs/seat", { method: "POST", body });
        if (answer.role === null)
          throw new AppError("not_found", `${wanted} is no active role of ${session}.`, {
            hint: `Add it first: wardroom session add-role ${session} ${wanted}`,
          });
        seated.set(id, answer.role);
      }
      const items = found.map((each) => ({ ...each, role: seated.get(each.run) ?? each.role }));
      cli.show({ items, seated: [...seated].map(([id, is]) => ({ run: id, role: is })) }, () => {
        const lines = [...seated].map(([id, is]) => `${cli.paint.good("Seated")}: ${id} as ${is}.\n`);
        return lines.length > 0 ? lines.join("") : render(cli, items);
      });
    },
  );
}

/** The conversations of this project, and the roles in which nobody is at work. */
async function look(cli: Cli, at: string): Promise<{ found: Found[]; free: string[] }> {
  const { home, env } = cli.surroundings;
  const root = await realpath(await findProjectFolder(cli.surroundings, cli.flags.workspace));
  const isInside = (folder: string) => isOfProject(folder, root);
  const conversations = liveConversations({ home, env, root, now: Date.now(), isInside });
  const [{ items: runs }, { roles }] = await Promise.all([cli.ask(RunList, `${at}/runs`), cli.ask(Session, at)]);
  const live = runs.filter(({ ended }) => ended === null);
  const active = roles.filter(({ id, state }) => state === "active" && id !== "Lead").map(({ id }) => id);
  return {
    found: conversations.map((each) => ({ ...each, role: live.find(({ id }) => id === each.run)?.role ?? null })),
    free: active.filter((role) => !live.some((run) => run.role === role)),
  };
}

/** Each conversation without a seat, with the next free one. */
async function allOf(cli: Cli, found: readonly Found[], free: readonly string[]): Promise<Map<string, string>> {
  const without = found.filter(({ role }) => role === null).slice(0, free.length);
  const seats = new Map(without.map(({ run }, index) => [run, free[index] ?? ""]));
  if (seats.size > 0) await cli.confirm([...seats].map(([run, role]) => `${run} becomes ${role}.`).join(" "));
  return seats;
}

/** What a person at the terminal answers for each conversation without a seat; nothing where nobody is there. */
async function chosen(cli: Cli, found: readonly Found[], free: readonly string[]): Promise<Map<string, string>> {
  const seats = new Map<string, string>();
  if (!cli.canConfirm) return seats;
  const left = [...free];
  for (const { run, at, words } of found.filter(({ role }) => role === null)) {
    if (left.length === 0) break;
    const keys = left.map((role, index) => `${index + 1} ${role}`).join(", ");
    const said = words === "" ? "" : `\n  “${words}”`;
    const key = await cli.surroundings.stdin.ask(
      `${run}, last sign ${at.slice(11, 16)}${said}\n  ${keys}, Enter for none: `,
    );
    const role = left[Number(key.trim()) - 1];
    if (role !== undefined) seats.set(run, ...(left.splice(left.indexOf(role), 1) as [string]));
  }
  return seats;
}

function render(cli: Cli, items: readonly Found[]): string {
  if (items.length === 0) return "No conversation wrote anything down in this project within the last hour.\n";
  return cli.table(items, [
    { title: "run", value: ({ run }) => run },
    { title: "role", value: ({ role }) => role ?? "-" },
    { title: "last sign", value: ({ at }) => at.slice(11, 16) },
    { title: "said last", value: ({ words }) => words },
  ]);
}

/** A conversation of an agents' client on this machine that wrote something down within the last hour. */
interface Conversation {
  /** As its client's hooks name it to the server. */
  run: string;
  /** The folder it works in. */
  folder: string;
  /** When it wrote something last, ISO 8601. */
  at: string;
  /** What was said in it last, on one line; "" where that is not known. */
  words: string;
}

/** Where one client keeps its conversations. */
interface Records {
  client: string;
  base: string;
  /** Folders between `base` and the records. */
  depth: number;
  /** Names of records; the first group is the id of the conversation, where the name has it. */
  name: RegExp;
}

const LIVE_MS = 60 * 60_000;
/** Names looked at for each client, in folders that sort last first: those of dates are the newest. */
const MOST_NAMES = 20_000;
/** Records opened for each client, those first that were written to last. */
const MOST_OPENED = 100;
/** Read of a record's beginning and of its end. Bytes. */
const HEAD = 16_000;
const TAIL = 64_000;
const LONGEST_WORDS = 80;

function recordsOf(home: string, env: Readonly<Record<string, string | undefined>>): Records[] {
  const at = (variable: string, ...folders: string[]) => env[variable] || join(home, ...folders);
  return [
    // projects/-home-ann-shop/7f0c….jsonl
    {
      client: "claude",
      base: join(at("CLAUDE_CONFIG_DIR", ".claude"), "projects"),
      depth: 1,
      name: /^([0-9a-f-]{36})\.jsonl$/,
    },
    // sessions/2026/11/29/rollout-2026-11-29T10-00-00-7f0c….jsonl
    {
      client: "codex",
      base: join(at("CODEX_HOME", ".codex"), "sessions"),
      depth: 3,
      name: /^rollout-.*-([0-9a-f-]{36})\.jsonl$/,
    },
    // tmp/{sha256 of the folder}/chats/session-2026-11-29T10-00-7f0c.json
    { client: "gemini", base: join(home, ".gemini", "tmp"), depth: 2, name: /^session-.*\.jsonl?$/ },
    // storage/session/{project}/ses_7f0c.json
    {
      client: "opencode",
      base: join(at("XDG_DATA_HOME", ".local", "share"), "opencode", "storage", "session"),
      depth: 1,
      name: /^(ses_\w+)\.json$/,
    },
  ];
}

/**
 * The conversations that work in a project, by their clients' own records, last written first. Nothing that is found is trusted: links
 * are not followed, and only ends of files are read. `isInside` says whether a folder belongs to the project, which lies at `root`.
 */
function liveConversations({
  home,
  env,
  root,
  now,
  isInside,
}: {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  root: string;
  now: number;
  isInside: (folder: string) => boolean;
}): Conversation[] {
  const found: Conversation[] = [];
  for (const records of recordsOf(home, env)) {
    for (const { path, at } of recentFiles(records, now)) {
      const text = readEnds(path);
      const id = records.name.exec(basename(path))?.[1] ?? lastOf("sessionId", text);
      // Gemini CLI says which folder it is in by a digest of its name.
      const isHashed = basename(dirname(dirname(path))) === createHash("sha256").update(root).digest("hex");
      const folder = isHashed ? root : lastOf("cwd|directory", text);
      const run = `${records.client}:${id}`;
      if (!isRunId(run) || found.some((other) => other.run === run) || !isInside(folder)) continue;
      const words = plainLine(withholdSecrets(lastOf("text|content|title", text)));
      const shown = words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS - 1)}…` : words;
      found.push({ run, folder: plainLine(folder), at: new Date(Math.min(at, now)).toISOString(), words: shown });
    }
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : -1));
}

function recentFiles({ base, depth, name }: Records, now: number): { path: string; at: number }[] {
  const files: { path: string; at: number }[] = [];
  let seen = 0;
  const visit = (folder: string, below: number) => {
    for (const entry of entriesOf(folder)) {
      if (++seen > MOST_NAMES) return;
      const path = join(folder, entry.name);
      if (below > 0 && entry.isDirectory()) visit(path, below - 1);
      if (below > 0 || !entry.isFile() || !name.test(entry.name)) continue;
      const at = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (now - at < LIVE_MS) files.push({ path, at });
    }
  };
  visit(base, depth);
  return files.sort((a, b) => b.at - a.at).slice(0, MOST_OPENED);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? 1 : -1));
  } catch {
    return [];
  }
}

/** The beginning and the end of a file; "" where it cannot be read, or is no file. */
function readEnds(path: string): string {
  try {
    // Windows has neither flag: undefined, which is 0 here.
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = fstatSync(file);
      const read = (from: number, length: number) => {
        const buffer = Buffer.alloc(length);
        return buffer.toString("utf8", 0, readSync(file, buffer, 0, length, from));
      };
      const head = read(0, Math.min(size, HEAD));
      return size <= HEAD ? head : `${head}\n${read(Math.max(HEAD, size - TAIL), Math.min(size - HEAD, TAIL))}`;
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

/** The last string in JSON under one of these names, "" if there is none. Quotes within a string are escaped, so nothing quoted in one matches. */
function lastOf(names: string, text: string): string {
  const found = [...text.matchAll(new RegExp(String.raw`"(?:${names})"\s*:\s*("(?:[^"\\\n]|\\.)+")`, "g"))].at(-1)?.[1];
  return stringOf(parseJson(found ?? ""));
}
