/** Calls that hints name, and the command that does the same. Each with what it reads like. */
const COMMANDS: readonly [RegExp, string][] = [
  [/POST …\/sessions \{id[^}]*\}/g, "wardroom session create <session>"], // POST …/sessions {id, feature, roles}
  [/POST …\/(?:teams\/[^/\s]+\/)?sessions \{mode[^}]*\}/g, "wardroom knowledge start <topic>"], // POST …/sessions {mode, topic}
  [/, list them with GET,/g, ", list them with wardroom knowledge sessions,"],
  [/POST …\/sessions\/([^\s/]+)\/resume/g, "wardroom knowledge resume -s $1"], // POST …/sessions/arch-001/resume
  [/GET …\/sessions\/([^\s/]+)\/checkpoints/g, "wardroom knowledge checkpoints -s $1"], // GET …/sessions/arch-001/checkpoints
  [/with POST …\/roles\/[^\s/]+\/tokens/g, "in the dashboard"], // with POST …/roles/tester-1/tokens
  [/POST …\/roles(?! ?\/)( \{[^}]*\})?/g, "wardroom session add-role <session> <role>"], // POST …/roles {id, type}
  [/POST …\/memory\/items( \{[^}]*\})?/g, "wardroom say <role> <tag> <text>"], // POST …/memory/items {tag, text}
  [/GET …\/relays/g, "wardroom relay list --all"],
  [/PUT …\/context( \{[^}]*\})?/g, "wardroom context publish <file>"], // PUT …/context {text}
  [/GET …\/context\/(?:acks|versions)/g, "wardroom context status"], // GET …/context/versions
  [/POST …\/agents\/[^\s/]+\/memory\/undo \{[^}]*\}/g, "the dashboard's history"], // POST …/agents/tester/memory/undo {revision: 3}
  [/GET …\/agents\/([^\s/]+)\/memory/g, "wardroom memory show $1"], // GET …/agents/tester/memory
  [/POST …\/agents\/([^\s/]+)\/memory(?!\/)/g, "wardroom memory init $1"], // POST …/agents/tester/memory
  [/GET …\/agents\/[^\s/]+\/sessions\?state=open/g, "wardroom agents"], // GET …/agents/tester/sessions?state=open
];

/** A hint for who sits at a terminal: calls of the API are named by the commands that make them, where there is one. */
export function hintForTerminal(hint: string): string {
  return COMMANDS.reduce((text, [call, command]) => text.replace(call, command), hint);
}
