/**
 * What every agent of a project is told of working in a team: read, share, confirm, remember. At most sixty lines, for each
 * of them costs every agent at every start.
 */
export const PROTOCOL_SECTION = `## Working in a team with Wardroom

What the agents of this project know is kept in plain files: a team's memory and context for one feature in
\`.agent/teams/<session>/\`, each agent's own memory in \`.kaizen/agents/<agent>/memory.md\`. Use the command \`wardroom\` to
read and change them, from any folder of the project: it keeps everybody's lines and says who wrote what. Never write over
these files with other tools; where you edit one by hand, change only your own section.

Below, \`<role>\` is what you were called in this session, such as \`implementer-1\`, and \`<agent>\` the name of your
definition, such as \`implementer\`. With more than one session, add \`--session <session>\` or set \`WARDROOM_SESSION\`.

### Before work

1. \`wardroom memory start <agent>\` shows what you learnt before and what others know that matters to you. Keep the id it
   prints, and say in your first message that you have read your memory.
2. \`wardroom inbox <role>\` shows what is new for you, each thing once: the context, then what concerns you, then the rest.
   Read it before each step. Whenever you wait, add \`--wait 55\`: it ends as soon as something matters to you.
3. Apply each version of the context, then confirm it: \`wardroom context ack <role> --applied <items>\`. If something is
   unclear, confirm what you could apply and name the rest:
   \`wardroom context ack <role> --applied 2 --unclear "§Scope.goal"\`.
   If you lost your context, say so: \`wardroom context lost <role>\`. The inbox then starts over.

### While you work: share what would cost others time

\`wardroom say <role> <tag> "<text>"\`, one thing each, with the file or number it rests on. \`-\` instead of the text reads
standard input.

| tag | for |
| --- | --- |
| Finding | a fact you found out |
| Pattern | a way that works here and others should follow |
| Decision | a choice that was made, and why |
| Warning | a trap for whoever comes by |
| Dependency | what has to be there first |
| Conflict | two things that cannot both be true; it blocks the gate until it is settled |
| Question | what somebody has to answer; it blocks the gate too |

Send a finding in a call of its own before long work. What is no memory has its own place:
\`wardroom state <role> "<how far you are>"\`, \`wardroom claim <role> "<what nobody else need do>"\` (ends by itself, or with
\`--done\`), \`wardroom nudge <role> "<line>"\`. \`wardroom team\` shows who is where. Not here: what a change does (commit),
what you learnt for yourself (your memory).

- Implementers and integrators write to their own section, and to no other.
- Architects, testers, researchers and all other roles leave items with the Lead: \`say\` prints a relay id and the item
  appears once it is approved. A rejected one comes with a reason: \`wardroom relay list --all\`.
- The Lead decides on relays (\`wardroom relay list\`, \`approve\`, \`reject\`), settles questions (\`wardroom curate resolve\`),
  archives what is over (\`wardroom curate archive\`), publishes the context (\`wardroom context publish\`), and
  ends phases (\`wardroom gate\`).

When something is refused, read the \`hint:\` below the error; it says what to do next.

### Before you stop

\`wardroom memory close <agent> <id> --summary "<what was done>" --outcome "<how it ended>"\`, with \`--finding\`, \`--worked\`,
\`--watch\` and \`--thread\` for what the next session should know, and \`--done\` for a thread that is settled. Each may be
given several times. What your memory says already is not added again.
`;
