import { Command, CommanderError } from "commander";
import type { Cli } from "@/lib/cli/cli";
import type { Flags } from "@/lib/cli/flags";
import { GROUPS } from "@/lib/cli/groups";
import { createPaint, isColoured } from "@/lib/cli/paint";

/**
 * The tree of commands, bound to what they work with: of all of them, or of as many as the words of the command line need.
 * Parsing it throws and never ends the process.
 */
export async function createProgram(cli: Cli, argv?: readonly string[]): Promise<Command> {
  const { stdout, stderr, version, env } = cli.surroundings;
  const program = new Command("wardroom");
  program
    .description("What a team of agents knows: read it, add to it, curate it.")
    .option("-V, --version [of]", "show the version; for a command that takes one, the context version")
    .helpOption("-h, --help", "show help, also of a command")
    .helpCommand("help [command]", "show help, also of a command")
    .option("-w, --workspace <name|folder>", "the workspace; the project around the current folder when left out")
    .option("--as <role>", "act as this role, with exactly its rights")
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
      getOutHelpWidth: () => Math.min(stdout.columns ?? 80, 100),
      getOutHasColors: () => isColoured(stdout, env, !cli.surroundings.argv.includes("--no-color")),
    });
  const paint = createPaint(true);
  program.configureHelp({
    styleTitle: (text) => paint.strong(text),
    styleCommandText: (text) => paint.name(text),
    styleSubcommandText: (text) => paint.name(text),
    styleOptionText: (text) => paint.name(text),
    styleArgumentText: (text) => paint.name(text),
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
  program.addHelpText(
    "after",
    `
Examples:
  $ wardroom session create checkout --feature "New checkout" --role implementer-1 --role researcher-1
  $ wardroom say implementer-1 finding "The card form loads its own fonts"
  $ wardroom session show checkout --as implementer-1
  $ wardroom serve

A command is about the workspace of the current folder. It goes through the running server where one serves that
workspace, and does the work itself otherwise. Help of a command: wardroom session --help
Exit codes: 0 done, 1 internal, 2 not valid, 3 not allowed, 4 not found, 5 conflict, 6 not readable, 7 busy.`,
  );
  return program;
}

/** Loading a group takes as long as all else that a command does here, so only those that are named are loaded. */
async function addGroups(program: Command, cli: Cli, argv?: readonly string[]): Promise<void> {
  const [first, second] = argv === undefined ? [] : program.parseOptions([...argv]).operands;
  const named = GROUPS.filter(({ words }) => first !== undefined && words.includes(first));
  for (const { load } of named.length > 0 ? named : GROUPS) {
    const group = program.commands.find((each) => each.name() === first);
    // The first that has it, has it whole.
    if (group?.commands.some((each) => each.name() === second)) return;
    (await load())(program, cli);
  }
}
