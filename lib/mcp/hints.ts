import type { Problem } from "@/lib/contracts/primitives";

/** What the services' hints name as addresses or commands, and the tool that does the same. */
const TOOLS: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/POST …\/memory\/items(?: \{[^}]*\})?/g, "the tool `say`"], // POST …/memory/items {tag, text}
  [/GET …\/relays/g, "the tool `relays`"],
  [/GET …\/memory\/revisions/g, "the dashboard's history"],
  [/GET …\/sessions\/\S+\/checkpoints lists them/g, "They are in the team's checkpoints folder"], // GET …/sessions/a-1/checkpoints lists them
  [/POST …\/(?:teams\/\S+\/)?sessions \{mode[^}]*\}/g, "the tool `load` with a mode or topic"], // POST …/teams/a/sessions {mode, topic}
  [/POST …\/sessions\/\S+\/resume/g, "the tool `resume`"], // POST …/sessions/a-1/resume
  [/\(\*unload: ([^)]+)\)/g, 'with the tool `unload` and id "$1"'], // (*unload: owasp-top-10)
  [/, or load it with force: true as a person/g, "; beyond the budget only a person loads"],
  [/GET …\/agents\/\S+\/memory/g, "the tool `recall`"], // GET …/agents/tester/memory
  [/GET …\/agents\/\S+\/sessions\?state=open/g, "`openSessions` of the tool `start`"],
  [/GET …\/knowledge and GET …\/teams\/\{team\}\/knowledge/g, "The tool `knowledge`"],
  [/\?role=/g, "`role`"],
  [/POST …\/agents\/\S+\/memory\/undo \{[^}]*\}/g, "the dashboard's history"], // POST …/agents/tester/memory/undo {revision: 3}
  [/, list them with GET,/g, ","],
  [/Begin one with POST …\/agents\/\S+\/memory;[^.]*/g, "Begin one with the tools `start` and `close`"], // …/agents/tester/memory; closing does so too
  // What no tool does is the Lead's, who has the dashboard.
  [/Create (it|one) with POST …\/sessions \{id[^}]*\}/g, "The Lead creates $1"], // Create one with POST …/sessions {id, roles}
  [/add the role with POST …\/roles/g, "the Lead adds the role"],
  [/\(POST …\/agents\/\{name\}\/memory\)/g, "(the Lead makes it)"],
];

/** The problem with its hint in the words of tools where it names what one of them stands for. */
export function forTools(problem: Problem): Problem {
  if (problem.hint === undefined) return problem;
  return { ...problem, hint: TOOLS.reduce((hint, [pattern, tool]) => hint.replace(pattern, tool), problem.hint) };
}
