import { Command, CommanderError } from "commander";
import { AppError, ERRORS } from "@/lib/core/errors";
import { reportError } from "@/lib/cli/report-error";
import { CutOff } from "@/lib/cli/ask-for-news";
import { Cli } from "@/lib/cli/cli";
import { isOfRole } from "@/lib/cli/who-calls";
import { findProjectFolder } from "@/lib/cli/find-place";
import type { Surroundings } from "@/lib/cli/surroundings";
import { isNewProject, saySurvey, surveyProject } from "@/lib/cli/survey-project";
import { plainLine } from "@/lib/cli/terminal-text";
import { addressOf } from "@/lib/cli/choose-scope";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { Done } from "@/lib/contracts/primitives";
import { waitsLine } from "@/lib/core/inbox/render-inbox";
import { nameOf } from "@/lib/cli/command-chain";
import type { Flags } from "@/lib/cli/flags";
import { describeAll, describeCommand, describeProgram } from "@/lib/cli/help";
import type { Operation } from "@/lib/operations/define-operation";

/** Role, run and session, and before them whether another command follows. Example: +implementer-1,claude:7f0c8d9e,checkout */
const BY = /^(\+?)([^,]*),([^,]*),(.*)$/s;

/**
 * What the plugin's hooks write behind the name of an agent's command, as good as the variables. A command
 * that began with variables would not begin as the client's rules allow it.
 */
function namedByHook(given: Surroundings): Surroundings {
  const { argv, env } = given;
  const at = argv.indexOf("--by");
  const [, follows, WARDROOM_ROLE, WARDROOM_RUN, session] = BY.exec(argv[at + 1] ?? "") ?? [];
  if (at < 0 || at > 2 || follows === undefined) return given;
  const WARDROOM_SESSION = session || env["WARDROOM_SESSION"];
  const own = { ...env, WARDROOM_ROLE, WARDROOM_SESSION, WARDROOM_RUN };
  return { ...given, argv: argv.toSpliced(at, 2), env: own, isFollowed: follows !== "" };
}

/** Runs one command to its end and answers the exit code. Whatever goes wrong is told on standard error. */
export async function runCli(given: Surroundings): Promise<number> {
  const surroundings = namedByHook(given);
  const { argv } = surroundings;
  const cli = new Cli(surroundings);
  let program = new Command();
  try {
    if (surroundings.lost !== undefined) throw new CutOff(surroundings.lost);
    assertText(argv);
    program = await createProgram(cli, argv);
    if (argv.length === 0) {
      if (!(await offerWhatFits(cli))) program.outputHelp();
    } else if (argv[0] === "help" && argv[1] === "all") program.outputHelp();
    else await program.parseAsync(argv, { from: "user" });
    await noteWaiting(cli);
    return cli.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // The name of a group alone: its help was shown.
    if (error instanceof CommanderError && error.code === "commander.help") return ERRORS.invalid_input.exit;
    return await reportError(error, surroundings, {
      json: wantsJson(argv),
      command: cli.running ?? findCommand(program, argv),
      by: cli.by,
    });
  } finally {
    await cli.close();
  }
}

/** Tells a project without any of this what fits it, and of projects below; answers whether that is all there is to say. */
async function offerWhatFits({ surroundings, paint }: Cli): Promise<boolean> {
  const { stdout } = surroundings;
  const survey = await surveyProject(await findProjectFolder(surroundings));
  const isNew = isNewProject(survey);
  if (isNew || survey.subprojects.length > 0) stdout.write(`${saySurvey(survey, paint)}\n`);
  if (isNew) stdout.write("All commands: wardroom --help\n");
  return isNew;
}

/** Some systems hand over words that are no text; no address or body could carry them. */
function assertText(argv: string[]): void {
  if (argv.every((word) => word.isWellFormed())) return;
  throw new AppError("invalid_input", "A word of the command contains a lone surrogate, which is not text.", {
    hint: "Type the name again instead of pasting it.",
  });
}

/** Also before, or without, the words having been understood. */
function wantsJson(argv: string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

/** The command that words name, as far as they do: what was meant where they were not understood. */
function findCommand(program: Command, argv: string[]): Command {
  return argv.reduce((command, word) => command.commands.find((each) => each.name() === word) ?? command, program);
}

/** What shows all that waits, and what ends a conversation: with one more call that would go on. */
const SAYS_NOTHING_MORE = ["wardroom inbox", "wardroom run end"];

/**
 * After a command about a session, prints to standard error what is waiting for the caller, in one line, and the caller's nudges; of
 * a chain of commands, after the last where a hook saw which that is, else after the first and after those since which it changed.
 * Failures are not reported: the command itself has succeeded.
 */
async function noteWaiting(cli: Cli): Promise<void> {
  const { about } = cli;
  if (about === null || cli.flags.json === true) return;
  if (cli.running !== undefined && SAYS_NOTHING_MORE.includes(nameOf(cli.running))) return;
  if (cli.surroundings.isFollowed === true) return;
  const { session, role } = about;
  const inbox = `${addressOf(session)}/inbox`;
  const as = role === undefined ? {} : { role };
  try {
    const waiting = await cli.ask(InboxWaiting, `${inbox}/waiting?once=true`, as);
    const { stderr } = cli.surroundings;
    for (const { from, text } of waiting.nudges)
      stderr.write(`${cli.paint.warn("nudge:")} ${from}: ${plainLine(text)}\n`);
    const line = waitsLine(waiting, `wardroom inbox${role === undefined ? "" : ` ${role}`}${cli.sessionWords}`);
    if (line !== null) stderr.write(`${cli.paint.faint(line)}\n`);
    const { mark } = waiting;
    if (mark !== null) await cli.ask(Done, `${inbox}/seen`, { method: "POST", body: { mark }, key: null, ...as });
  } catch {
    // A viewer has no inbox, an older server no such address, and a session may just have gone to the trash.
  }
}

/** Commands that are loaded together: their first words, and where they are. */
interface GroupPlace {
  words: readonly string[];
  isOwn?: true;
  load: () => Promise<CommandGroup>;
}

/** The rows of operations that commands are made of: to load all of them takes longer than most commands. */
const ROWS = {
  access: async () => (await import("@/lib/operations/access")).accessOperations,
  agents: async () => (await import("@/lib/operations/agents")).agentsOperations,
  deliveries: async () => (await import("@/lib/operations/deliveries")).deliveriesOperations,
  files: async () => (await import("@/lib/operations/files")).filesOperations,
  faults: async () => (await import("@/lib/operations/faults")).faultsOperations,
  history: async () => (await import("@/lib/operations/history")).historyOperations,
  memory: async () => (await import("@/lib/operations/memory")).memoryOperations,
  needs: async () => (await import("@/lib/operations/inbox")).needsOperations,
  runs: async () => (await import("@/lib/operations/runs")).runOperations,
  presence: async () => (await import("@/lib/operations/presence")).presenceOperations,
  questions: async () => (await import("@/lib/operations/questions")).questionsOperations,
  pairs: async () => (await import("@/lib/operations/pairs")).pairsOperations,
  relays: async () => (await import("@/lib/operations/relays")).relaysOperations,
  replicas: async () => (await import("@/lib/operations/files")).replicasOperations,
  remarks: async () => (await import("@/lib/operations/remarks")).remarksOperations,
  lookers: async () => (await import("@/lib/operations/remarks")).lookersOperations,
  roles: async () => (await import("@/lib/operations/roles")).rolesOperations,
  workspaces: async () => (await import("@/lib/operations/workspaces")).workspacesOperations,
} satisfies Record<string, () => Promise<readonly Operation[]>>;

/** The commands of a subject that are made of these rows, in their order, and what the help says of it. */
function made(subject: string, rows: readonly (keyof typeof ROWS)[], says?: string): GroupPlace {
  const load = async (): Promise<CommandGroup> => {
    const { addOperationCommands } = await import("@/lib/cli/operation-commands");
    const operations = (await Promise.all(rows.map((name) => ROWS[name]()))).flat();
    return (program, cli) => addOperationCommands(program, cli, { operations, subject, says });
  };
  return { words: [subject], load };
}

/** Commands written by hand. */
function hand(words: string[], load: () => Promise<CommandGroup>): GroupPlace {
  return { words, load };
}

/** The same about this machine, files or news as it comes: no server runs them. */
function own(words: string[], load: () => Promise<CommandGroup>): GroupPlace {
  return { words, load, isOwn: true };
}

/** Every group of commands, in the order of the help. A new one is added here. */
const GROUPS: readonly GroupPlace[] = [
  own(["up"], async () => (await import("@/lib/cli/commands/up")).addUpCommand),
  own(["down"], async () => (await import("@/lib/cli/commands/up")).addDownCommand),
  own(["serve"], async () => (await import("@/lib/cli/commands/serve")).addServeCommand),
  hand(["session"], async () => (await import("@/lib/cli/commands/session")).addSessionCommands),
  hand(["token"], async () => (await import("@/lib/cli/commands/session")).addTokenCommands),
  hand(["inbox"], async () => (await import("@/lib/cli/commands/news")).addInboxCommand),
  hand(["needs"], async () => (await import("@/lib/cli/commands/news")).addNeedsCommand),
  made("mark", ["needs"]),
  hand(["status"], async () => (await import("@/lib/cli/commands/news")).addStatusCommand),
  own(["watch"], async () => (await import("@/lib/cli/commands/news")).addWatchCommand),
  hand(["say"], async () => (await import("@/lib/cli/commands/tell")).addSayCommand),
  hand(["replace", "withdraw"], async () => (await import("@/lib/cli/commands/tell")).addOwnCommands),
  made("reply", ["questions"]),
  made("same", ["memory"]),
  made("judge", ["pairs"]),
  made("team", ["presence"]),
  hand(["state", "claim"], async () => (await import("@/lib/cli/commands/tell")).addPresenceCommands),
  made("claim", ["presence"]),
  made("nudge", ["presence"]),
  made("run", ["runs"], "conversations at work in each seat: list, end, move"),
  own(["adopt"], async () => (await import("@/lib/cli/commands/adopt")).addAdoptCommand),
  made("ask", ["questions"]),
  made("answer", ["questions"]),
  hand(["result"], async () => (await import("@/lib/cli/commands/tell")).addResultCommand),
  hand(["context"], async () => (await import("@/lib/cli/commands/context")).addContextCommands),
  made("pair", ["pairs"], "lines judged against each other: list, settle"),
  made("relay", ["relays"], "items left with the Lead: list, approve, reject, undo"),
  made("repair", ["history"], "saves that left out newer lines: list, apply, dismiss, undo"),
  hand(["fault"], async () => (await import("@/lib/cli/commands/fault")).addFaultCommands),
  made("fault", ["faults"]),
  hand(["curate"], async () => (await import("@/lib/cli/commands/memory")).addCurateCommands),
  hand(["gate"], async () => (await import("@/lib/cli/commands/gate")).addGateCommands),
  hand(["history"], async () => (await import("@/lib/cli/commands/history")).addHistoryCommands),
  made("agents", ["agents"]),
  hand(["memory"], async () => (await import("@/lib/cli/commands/memory")).addMemoryCommands),
  hand(["knowledge"], async () => (await import("@/lib/cli/commands/knowledge")).addKnowledgeCommands),
  own(["replica"], async () => (await import("@/lib/cli/commands/replica")).addReplicaCommands),
  made("file", ["files"], "documents of the workspace as they lie on the disk: list, show"),
  hand(["search"], async () => (await import("@/lib/cli/commands/search")).addSearchCommand),
  made("viewer", ["access"], "people who may read the workspace, by a link: list, add, revoke"),
  made(
    "person",
    ["access", "lookers"],
    "people of the workspace, and what each may do: list, here, add, change, invite, end",
  ),
  made("account", ["access"], "accounts that people sign in with: list, unlink"),
  made("delivery", ["deliveries"], "updates that were sent: full, guide, ping, resend"),
  made("comment", ["remarks"], "comments on items, kept outside the files: list, add, delete"),
  made("assignment", ["remarks"], "who takes care of what: list, put"),
  made("team-token", ["roles"], "tokens that a whole team shares: list, mint, revoke"),
  made("replica", ["replicas"]),
  own(["events"], async () => (await import("@/lib/cli/commands/history")).addEventsCommand),
  own(["verify"], async () => (await import("@/lib/cli/commands/history")).addVerifyCommand),
  made("browser", ["access"], "browsers that are signed in: list, end"),
  own(["redact"], async () => (await import("@/lib/cli/commands/history")).addRedactCommand),
  made("unfinished", ["workspaces"], "changes that could not be finished after a crash"),
  own(["workspace"], async () => (await import("@/lib/cli/commands/data-folder")).addWorkspaceCommands),
  own(["doctor"], async () => (await import("@/lib/cli/commands/doctor")).addDoctorCommand),
  own(["backup"], async () => (await import("@/lib/cli/commands/data-folder")).addBackupCommand),
  own(["database"], async () => (await import("@/lib/cli/commands/data-folder")).addDatabaseCommands),
  own(["import", "export"], async () => (await import("@/lib/cli/commands/data-folder")).addContentCommands),
  own(["restore"], async () => (await import("@/lib/cli/commands/data-folder")).addRestoreCommand),
  own(["mcp"], async () => (await import("@/lib/cli/commands/mcp")).addMcpCommand),
  hand(["completion"], async () => (await import("@/lib/cli/commands/completion")).addCompletionCommand),
];

type CommandGroup = (program: Command, cli: Cli) => void;

/**
 * The tree of commands, bound to what they work with: of all of them, or of as many as the words of the command line need.
 * Parsing it throws and never ends the process.
 */
export async function createProgram(cli: Cli, argv?: readonly string[]): Promise<Command> {
  const { stdout, stderr, version } = cli.surroundings;
  const program = new Command("wardroom");
  program
    .description("What a team of agents knows: read it, add to it, curate it.")
    .option("-V, --version [of]", "show the version; for a command that takes one, the context version")
    .helpOption("-h, --help", "show help, also of a command")
    .helpCommand("help [command]", "show help; of a command, or `all` of them")
    .option("-w, --workspace <name|folder>", "the workspace; the project around the current folder when left out")
    .option("--as <role>", "act as this role, with exactly its rights")
    .option("--owner", "act with the owner's rights, also inside an agent's client")
    .option("--json", "print JSON, and errors as problem details")
    .option("-y, --yes", "confirm beforehand what is asked otherwise")
    .option("--token <token>", "a role's token, or another owner's; also WARDROOM_TOKEN")
    .option("--url <address>", "the address of a Wardroom; also WARDROOM_URL")
    .option("--no-server", "work in this process, also where a server runs")
    .option("--no-color", "print without colours; also NO_COLOR")
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Errors are told in one place, in one form.
      outputError: () => undefined,
    });
  program.configureHelp({
    formatHelp: (command) => {
      if (command.parent !== null) return describeCommand(command);
      if (argv?.[1] === "all") return describeAll(command);
      return describeProgram(command, isOfRole(cli.surroundings.env) ? "role" : "lead");
    },
  });
  const showVersion = () => {
    stdout.write(`${version}\n`);
    throw new CommanderError(0, "commander.version", version);
  };
  // A command that takes the version of a context has this option too, and it is found here first.
  program.on("option:version", (of: string | null) => {
    if (of === null || !/^gc-v\d+$/i.test(of)) showVersion();
  });
  program.hook("preAction", (_program, action) => {
    cli.flags = action.optsWithGlobals<Flags>();
    const { version: of } = program.opts<{ version?: string }>();
    if (of !== undefined && !action.options.some(({ long }) => long === "--version")) showVersion();
    cli.running = action;
  });
  await addGroups(program, cli, argv);
  return program;
}

/** Loading a group takes as long as all else that a command does here, so only those that are named are loaded. */
async function addGroups(program: Command, cli: Cli, argv?: readonly string[]): Promise<void> {
  const [first, second] = argv === undefined ? [] : program.parseOptions([...argv]).operands;
  const named = GROUPS.filter(({ words }) => first !== undefined && words.includes(first));
  if (named.some(({ isOwn }) => isOwn)) cli.surroundings.served?.leave();
  for (const { load } of named.length > 0 ? named : GROUPS) {
    const group = program.commands.find((each) => each.name() === first);
    // The first that has it, has it whole.
    if (group?.commands.some((each) => each.name() === second)) return;
    (await load())(program, cli);
  }
}
