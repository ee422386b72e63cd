import { sentence, type Sentence } from "@/lib/core/words/say";

/** A word of Wardroom that a newcomer cannot know. */
export interface TermText {
  /** As screens write it. */
  name: Sentence;
  /** One to three sentences that need no other term to be understood. */
  text: Sentence;
}

/** The terms in the order in which the docs explain them. Each has one text, on hover and in the docs. Source: language, rule 7. */
export const TERMS = {
  workspace: {
    name: sentence("Workspace"),
    text: sentence(
      "A project folder that Wardroom serves under a name. Its files stay where they are and can be edited by hand.",
    ),
  },
  session: {
    name: sentence("Session"),
    text: sentence(
      "One team working on one feature: a folder in .agent/teams with a TEAM-MEMORY.md, usually a context, and its gates.",
    ),
  },
  role: {
    name: sentence("Role"),
    text: sentence(
      "A member of a session's team, such as implementer-2. The Lead decides, publishes and concludes; every other role writes in its own section.",
    ),
  },
  section: {
    name: sentence("Section"),
    text: sentence("The part of the team memory under a role's heading. Only that role and the Lead write in it."),
  },
  item: {
    name: sentence("Item"),
    text: sentence(
      "One bullet of a section, with what is nested in it. Its tag says what kind it is, such as Finding, Decision or Question.",
    ),
  },
  relay: {
    name: sentence("Relay"),
    text: sentence(
      "An item that waits for the Lead, because its author may not write to the team memory directly. The Lead approves, edits, settles or rejects it.",
    ),
  },
  conflict: {
    name: sentence("Conflict"),
    text: sentence(
      "An item saying that two things the team wrote contradict each other. It is open until the Lead says which one holds.",
    ),
  },
  version: {
    name: sentence("Context version (GC-v4)"),
    text: sentence(
      "A published state of the session's global context, numbered GC-v1, GC-v2 and so on. Everybody is meant to work on the newest one.",
    ),
  },
  delta: {
    name: sentence("Delta"),
    text: sentence(
      "Only what changed from one context version to the next. Roles get it instead of the full text wherever it costs less and is safe.",
    ),
  },
  fallback: {
    name: sentence("Full text (FC-1 to FC-5)"),
    text: sentence(
      "Why a role got the full context instead of a delta: it missed more than one version (FC-1), lost its context (FC-2), is new (FC-3), the delta would cost over half of the full text (FC-4), or the full text was asked for (FC-5).",
    ),
  },
  ack: {
    name: sentence("ACK"),
    text: sentence(
      "A role's confirmation that it read a context version and applied its changes. A version is pending for a role until its ACK is there, and overdue after the deadline.",
    ),
  },
  clarification: {
    name: sentence("Clarification"),
    text: sentence(
      "An ACK that names parts the role did not understand. The Lead explains them, sends the full text, or lets the role continue.",
    ),
  },
  gate: {
    name: sentence("Gate"),
    text: sentence(
      "The check at the end of a phase. The Lead compares the criteria with the results and approves the phase, approves it on conditions, or rejects it.",
    ),
  },
  blocker: {
    name: sentence("Blocker"),
    text: sentence(
      "Something that has to be settled before a gate can be approved, such as an open question, a conflict or a missing ACK. The Lead can waive one, with a reason.",
    ),
  },
  inbox: {
    name: sentence("Inbox"),
    text: sentence(
      "What is new for one reader since it last looked. Each thing is shown once, whether it is read in the browser, by command, over REST or over MCP.",
    ),
  },
  claim: {
    name: sentence("Claim"),
    text: sentence(
      "A role's note of what it is working on right now, so that nobody starts the same thing. It ends by itself.",
    ),
  },
  nudge: {
    name: sentence("Nudge"),
    text: sentence(
      "A short line from one role to another, shown with the other's next call. It is not part of the team memory.",
    ),
  },
  revision: {
    name: sentence("Revision"),
    text: sentence(
      "One recorded change of one file, with its author, its time and its diff. Any revision can be compared and restored.",
    ),
  },
  violation: {
    name: sentence("Violation"),
    text: sentence(
      "A change that an agent made past Wardroom in a part of a file that is not its own. It is kept in the history and shown to the Lead.",
    ),
  },
  repair: {
    name: sentence("Repair"),
    text: sentence(
      "Lines that went missing when a program saved an old copy of a file over a newer one. Wardroom puts them back, or proposes to.",
    ),
  },
  "agent-memory": {
    name: sentence("Agent memory"),
    text: sentence("What one agent of the project has learned over all its sessions, in a memory.md of its own."),
  },
  brief: {
    name: sentence("Brief"),
    text: sentence(
      "What an agent should know from other agents before it starts, each sentence with the line it comes from.",
    ),
  },
  knowledge: {
    name: sentence("Knowledge"),
    text: sentence(
      "Files that teams load when they need them. They are listed in the shared registry or in one team's own index.",
    ),
  },
  budget: {
    name: sentence("Budget"),
    text: sentence(
      "The number of tokens that the knowledge loaded in a team session may take. What does not fit is skipped, and said to be.",
    ),
  },
  checkpoint: {
    name: sentence("Checkpoint"),
    text: sentence("A saved state of a team session, from which it can go on after a crash or in another process."),
  },
} as const satisfies Record<string, TermText>;

export type TermId = keyof typeof TERMS;
