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
  [/GET …\/browsers/g, "wardroom browser list"],
  [/GET …\/relays/g, "wardroom relay list --all"],
  [/PUT …\/context( \{[^}]*\})?/g, "wardroom context publish <file>"], // PUT …/context {text}
  [/GET …\/context\/(?:acks|versions)/g, "wardroom context status"], // GET …/context/versions
  [/POST …\/agents\/[^\s/]+\/memory\/undo \{[^}]*\}/g, "the dashboard's history"], // POST …/agents/tester/memory/undo {revision: 3}
  [/GET …\/agents\/([^\s/]+)\/memory/g, "wardroom memory show $1"], // GET …/agents/tester/memory
  [/POST …\/agents\/([^\s/]+)\/memory(?!\/)/g, "wardroom memory init $1"], // POST …/agents/tester/memory
  [/GET …\/agents\/[^\s/]+\/sessions\?state=open/g, "wardroom agents"], // GET …/agents/tester/sessions?state=open
  [/\(\*unload: ([^)]+)\)/g, "(wardroom knowledge unload $1)"], // (*unload: owasp-top-10)
  [/Write \*(load|unload): \{knowledge-id\}/g, "Write wardroom knowledge $1 <knowledge>"],
  [/\(\*resume\)/g, "(wardroom knowledge resume)"],
  [/with force: true as a person/g, "with --force as a person"],
  [/Leave force out/g, "Leave --force out"],
  [/leave the id out/g, "leave --id out"],
  [/Leave X-Wardroom-Role out/g, "Leave --as out"],
  [/Send Authorization: Bearer <token> with (.*)\./g, "Give $1 with --token or WARDROOM_TOKEN."],
  [/Send Authorization: Bearer <token>, .*\./g, "Give one with --token or WARDROOM_TOKEN."],
  [/Use it under \/api\/v1\/workspaces\/(.+)\.$/g, "Use it with --workspace $1."], // Use it under /api/v1/workspaces/shop.
  [/Read the context \(draft: true\)/g, "Read the context with wardroom context show --json"],
  [/with If-Match: its ETag/g, "with --if-match and its etag"],
  [/ with \?role=/g, ""], // Name a teammate with ?role=;
];

/** What a contract's refusal hints: the page of the API says nothing of options. */
const SHAPES = "Correct what `errors` names; /docs/api shows every shape.";

/**
 * A hint for who sits at a terminal: calls of the API are named by the commands that make them, where there is one. `command` is
 * what was run, such as `wardroom say`.
 */
export function hintForTerminal(hint: string, command = "wardroom"): string {
  if (hint === SHAPES) return `See: ${command} --help`;
  return COMMANDS.reduce((text, [call, command]) => text.replace(call, command), hint);
}
