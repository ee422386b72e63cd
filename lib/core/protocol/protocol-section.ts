/**
 * What every agent of a project is told of working in a team. Each line costs every agent at every start, so a test holds it
 * to its tokens; the rest is in `wardroom help`.
 */
export const PROTOCOL_SECTION = `## Working in a team with Wardroom

In \`.agent/teams/\`, edit only your own section; never write TEAM-MEMORY.md whole.

- \`wardroom inbox <role>\` before each step, with \`--wait 55\` whenever you wait: what is new for you, each thing once.
- Apply each version of the context, then \`wardroom context ack <role> --applied <items>\`; to ask, add
  \`--unclear "§Section.key" "<question>"\`. After a compaction: \`wardroom context lost <role>\`.
- \`wardroom say <role> <tag> "<text>"\` with file or number, in a call of its own before long work. Tags: Finding, Pattern,
  Decision, Warning, Dependency, Conflict, Question; the last two block the gate.
- How far you are is no memory: \`wardroom state <role> "…"\`. What nobody else need do: \`wardroom claim <role> "…"\`.
- First \`wardroom memory start <agent>\`, last \`wardroom memory close <agent> --summary "…" --outcome "…"\`.
- When refused, do what \`hint:\` says. The rest: \`wardroom help\`.
`;
