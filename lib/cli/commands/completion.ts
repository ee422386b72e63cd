import type { Command } from "commander";
import { AppError } from "@/lib/core/errors";
import type { Cli } from "@/lib/cli/cli";
import { findExpected, type Candidate, type Expected, type IdKind } from "@/lib/cli/completion/find-candidates";
import { addExamples } from "@/lib/cli/examples";
import { doerOf } from "@/lib/core/history/signed-by";
import { api } from "@/lib/client/paths";
import { AgentList } from "@/lib/contracts/agents";
import { GateList } from "@/lib/contracts/gates";
import { KnowledgeList, TeamList } from "@/lib/contracts/knowledge";
import { Memory, RelayList } from "@/lib/contracts/memory";
import { RevisionList } from "@/lib/contracts/revisions";
import { DeletedSessionList, SessionList, TokenList } from "@/lib/contracts/sessions";
import { TeamSessionList } from "@/lib/contracts/team-sessions";
import { chooseSession } from "@/lib/cli/choose-session";
import { chooseTeam } from "@/lib/cli/choose-team";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

/** Shells that know how to ask us. */
const SHELLS = ["bash", "zsh", "fish"] as const;

type Shell = (typeof SHELLS)[number];

/**
 * What a shell has to run once so that Tab completes `wardroom`. Each asks the command itself, which walks its own tree:
 * `wardroom __complete -- <words>` prints a candidate a line, its note after a tab, and `:files` where names of files fit.
 */
const COMPLETION_SCRIPTS: Record<Shell, string> = {
  bash: `# Completion of wardroom in bash. Now: source <(wardroom completion bash)
# For good: wardroom completion bash > ~/.local/share/bash-completion/completions/wardroom
_wardroom() {
  local line value typed="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$typed")
    else
      printf -v value '%q' "\${line%%$'\\t'*}"
      COMPREPLY+=("$value")
    fi
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _wardroom wardroom
`,
  zsh: `#compdef wardroom
# Completion of wardroom in zsh. Now: source <(wardroom completion zsh)
# For good: wardroom completion zsh > a file _wardroom in a folder of $fpath
_wardroom() {
  local line
  local -a found
  for line in "\${(@f)$(wardroom __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ":files" ]]; then
      _files
    elif [[ -n $line ]]; then
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#found} )) && _describe wardroom found
}
# Loaded from $fpath this file is itself the function.
if [[ "\${funcstack[1]}" == "_wardroom" ]]; then
  _wardroom "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _wardroom wardroom
fi
`,
  fish: `# Completion of wardroom in fish. Now: wardroom completion fish | source
# For good: wardroom completion fish > ~/.config/fish/completions/wardroom.fish
function __wardroom_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (wardroom __complete -- $words[2..] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c wardroom -f -a '(__wardroom_complete)'
`,
};

/** `wardroom completion`: what a shell needs so that Tab completes commands, options and the ids there are. */
export function addCompletionCommand(program: Command, cli: Cli): void {
  const command = program
    .command("completion")
    .argument("<shell>", SHELLS.join(", "))
    .description("print the script that completes the command's words in a shell");
  addExamples(command, [
    "source <(wardroom completion bash)",
    "source <(wardroom completion zsh)",
    "wardroom completion fish | source",
  ]);
  command.action((name: string) => {
    const shell = SHELLS.find((each) => each === name);
    if (shell === undefined) {
      throw new AppError("invalid_input", `There is no completion for ${name}.`, {
        hint: `Shells: ${SHELLS.join(", ")}.`,
      });
    }
    cli.surroundings.stdout.write(COMPLETION_SCRIPTS[shell]);
  });

  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(async (words: string[]) => {
      const expected = findExpected(program, words);
      cli.flags = { ...cli.flags, ...flagsOf(expected) };
      const found = [...expected.candidates, ...(await idsOf(cli, expected))];
      const lines = found.filter(({ value }) => value.startsWith(expected.typed)).map(lineOf);
      if (expected.files) lines.push(":files");
      cli.surroundings.stdout.write(lines.map((line) => `${line}\n`).join(""));
    });
}

/** What the line says of where to look. */
function flagsOf({ given }: Expected): Partial<Cli["flags"]> {
  const { workspace, url, token } = given;
  return {
    ...(workspace !== undefined && { workspace }),
    ...(url !== undefined && { url }),
    ...(token !== undefined && { token }),
  };
}

async function idsOf(cli: Cli, expected: Expected): Promise<Candidate[]> {
  if (expected.ids === undefined) return [];
  try {
    return await lookUpIds(cli, expected.ids, expected);
  } catch {
    // Whoever presses Tab wants words and no sentence of ours in between.
    return [];
  }
}

function lineOf({ value, note }: Candidate): string {
  return note === undefined ? value : `${value}\t${note}`;
}

/** The ids there are now, of the session and workspace that the line names. Throws what asking throws. */
async function lookUpIds(cli: Cli, kind: IdKind, { given }: Expected): Promise<Candidate[]> {
  const choice = given["session"] === undefined ? {} : { session: given["session"] };
  switch (kind) {
    case "workspaces":
      return (await cli.surroundings.listKnown()).map(({ name, folder }) => ({ value: name, note: folder }));
    case "sessions": {
      const { items } = await cli.askAll(SessionList, api.sessions);
      return items.map(({ id, feature }) => ({ value: id, note: plainLine(feature) }));
    }
    case "deletedSessions": {
      const { items } = await cli.askAll(DeletedSessionList, (workspace) => `${api.workspace(workspace)}/trash`);
      return items.map(({ id, deletedAt }) => ({ value: id, note: `deleted ${shortTime(deletedAt)}` }));
    }
    case "gates":
    case "openGates": {
      const { items } = await cli.askAll(GateList, (await chooseSession(cli, choice))(api.gates));
      const wanted = items.filter(({ state }) => kind === "gates" || state === "open");
      return wanted.map(({ id, phase, state }) => ({ value: id, note: `phase ${phase}, ${state}` }));
    }
    case "revisions": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.memory(scope)}/revisions`);
      const { items } = await cli.ask(RevisionList, path);
      return items.map(({ revision, operation, ...by }) => ({
        value: String(revision),
        note: plainLine(`${operation} by ${doerOf(by)}`),
      }));
    }
    case "tokens": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/tokens`);
      const { items } = await cli.askAll(TokenList, path);
      const valid = items.filter(({ revokedAt }) => revokedAt === null);
      return valid.map(({ id, role }) => ({ value: id, note: plainLine(role) }));
    }
    case "roles": {
      const { items } = await cli.askAll(SessionList, api.sessions);
      const wanted = items.filter(({ id }) => choice.session === undefined || id === choice.session);
      const roles = new Map(wanted.flatMap((each) => each.roles).map(({ id, type }) => [id, type ?? ""]));
      return Array.from(roles, ([value, note]) => ({ value, note }));
    }
    case "relays": {
      const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/relays`);
      const { items } = await cli.askAll(RelayList, path);
      const pending = items.filter(({ state }) => state === "pending");
      return pending.map(({ id, role, text }) => ({ value: id, note: `${role}: ${plainLine(text)}` }));
    }
    case "items": {
      const path = (await chooseSession(cli, choice))(api.memory);
      const { sections } = await cli.ask(Memory, path);
      const items = sections.flatMap((section) => section.items.filter(({ state }) => state === "active"));
      return items.map(({ id, text }) => ({ value: id, note: plainLine(text) }));
    }
    case "knowledge": {
      const { items } = await cli.askAll(KnowledgeList, api.knowledge);
      return items.map(({ id, description }) => ({ value: id, note: plainLine(description ?? "") }));
    }
    case "teams": {
      const { items } = await cli.askAll(TeamList, api.teams);
      return items.map(({ id, modes }) => ({ value: id, note: plainLine(modes.join(", ")) }));
    }
    case "teamSessions": {
      const team = await chooseTeam(cli, given["team"] === undefined ? {} : { team: given["team"] });
      const { items } = await cli.askAll(
        TeamSessionList,
        team((scope) => `${api.team(scope)}/sessions`),
      );
      return items.map(({ id, topic, status }) => ({ value: id, note: plainLine(topic ?? status) }));
    }
    case "agents": {
      const { items } = await cli.askAll(AgentList, (workspace) => `${api.workspace(workspace)}/agents`);
      return items.map(({ name, memory }) => ({ value: name, note: `memory ${memory}` }));
    }
  }
}
