/** The groups of the document, in the order a reader meets them. A route's `tag` is one of these. */
export const TAGS = [
  { name: "Server", description: "Whether the server is ready, who is calling, and which workspaces there are." },
  { name: "Sessions", description: "A session is one feature's team: a folder with a TEAM-MEMORY.md and its roles." },
  { name: "Roles", description: "The teammates of a session and the tokens they call with." },
  {
    name: "Memory",
    description: "What every role knows: read it, add to your own section, replace text within it.",
  },
  { name: "Curation", description: "What the Lead does to keep a memory short and true: archive, resolve, prune." },
  { name: "Relays", description: "Items of roles that write through the Lead, waiting for a decision." },
  {
    name: "Context",
    description: "The global context in versions: publish one, deliver it as a delta, and know who has read what.",
  },
  { name: "Gates", description: "The end of a phase: what still blocks it, and how it was concluded." },
  {
    name: "Agents",
    description: "What each agent of a project remembers: read at the start of a session, written at its close.",
  },
  {
    name: "Knowledge",
    description: "What teams load: the shared registry, their indexes, and what is there more than once.",
  },
  {
    name: "Teams",
    description: "Sessions of a team: what they have loaded, the commands of their observers, and where to go on from.",
  },
  { name: "Search", description: "Find it again, in whatever memory it stands." },
  { name: "History", description: "Everything that happened: events, revisions, what changed, and the way back." },
] as const satisfies readonly { name: string; description: string }[];
