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
    text: sentence("A project folder served under a name. Its files stay in place and can be edited by hand."),
  },
  session: {
    name: sentence("Session"),
    text: sentence("One team, one feature. A folder in .agent/teams holds its memory, context and gates."),
  },
  role: {
    name: sentence("Role"),
    text: sentence(
      "A member of a session's team, such as implementer-2. The Lead decides, publishes and concludes; others write their own section.",
    ),
  },
  section: {
    name: sentence("Section"),
    text: sentence("The part of the team memory under a role's heading. Only that role and the Lead write in it."),
  },
  item: {
    name: sentence("Item"),
    text: sentence(
      "One bullet of a section, with everything nested in it. Its tag says its kind, such as Finding or Question.",
    ),
  },
  relay: {
    name: sentence("Relay"),
    text: sentence("An item by a role that needs Lead approval. The Lead approves, edits, settles or rejects it."),
  },
  conflict: {
    name: sentence("Conflict"),
    text: sentence(
      "An item saying that two statements contradict each other. Open until the Lead says which one holds.",
    ),
  },
  version: {
    name: sentence("Context version (GC-v4)"),
    text: sentence("A published state of the global context: GC-v1, GC-v2 and so on. Everyone works on the newest."),
  },
  delta: {
    name: sentence("Delta"),
    text: sentence(
      "What changed from one context version to the next. Sent instead of the full text where safe and cheaper.",
    ),
  },
  fallback: {
    name: sentence("Full text (FC-1 to FC-5)"),
    text: sentence(
      "Why a role got the full text: over one version missed (FC-1), context lost (FC-2), new role (FC-3), delta over half the text (FC-4), asked for (FC-5).",
    ),
  },
  ack: {
    name: sentence("ACK"),
    text: sentence(
      "A role's confirmation that it read and applied a context version. Without it the version is pending, and overdue after the deadline.",
    ),
  },
  clarification: {
    name: sentence("Clarification"),
    text: sentence(
      "An ACK naming parts the role did not understand. The Lead explains, sends the full text, or says continue.",
    ),
  },
  gate: {
    name: sentence("Gate"),
    text: sentence("The check at the end of a phase. The Lead approves, approves on conditions, or rejects."),
  },
  blocker: {
    name: sentence("Blocker"),
    text: sentence(
      "What stops a gate: open questions, open conflicts, missing ACKs. The Lead can waive one, with a reason.",
    ),
  },
  inbox: {
    name: sentence("Inbox"),
    text: sentence("What is new for a reader since it last looked. Each thing is shown once, at any door."),
  },
  claim: {
    name: sentence("Claim"),
    text: sentence("What a role is working on, so nobody starts the same. Ends by itself."),
  },
  nudge: {
    name: sentence("Nudge"),
    text: sentence("A short line to another role, shown with its next call. Not part of the team memory."),
  },
  revision: {
    name: sentence("Revision"),
    text: sentence("One recorded change of a file: author, time, diff. Any revision can be compared and restored."),
  },
  violation: {
    name: sentence("Violation"),
    text: sentence(
      "An agent’s edit, outside Wardroom, to another role’s part. The history keeps it; the Lead sees it.",
    ),
  },
  repair: {
    name: sentence("Repair"),
    text: sentence("Lines lost when an old copy overwrote a newer one. Wardroom puts them back, or proposes to."),
  },
  "agent-memory": {
    name: sentence("Agent memory"),
    text: sentence("What one agent has learned over all sessions, in its memory.md."),
  },
  brief: {
    name: sentence("Brief"),
    text: sentence("What to know from other agents, each sentence with its source."),
  },
  knowledge: {
    name: sentence("Knowledge"),
    text: sentence("Files teams load when needed. The shared registry or a team's index lists them."),
  },
  budget: {
    name: sentence("Budget"),
    text: sentence("Tokens a team session’s knowledge may take. What does not fit is listed as skipped."),
  },
  checkpoint: {
    name: sentence("Checkpoint"),
    text: sentence("A saved state of a team session, to resume it from."),
  },
} as const satisfies Record<string, TermText>;

export type TermId = keyof typeof TERMS;
