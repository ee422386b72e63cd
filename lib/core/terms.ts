import { sentence, type Sentence } from "@/lib/core/i18n/say";

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
    text: sentence("A project folder served under a name. Its files can still be edited by hand."),
  },
  session: {
    name: sentence("Session"),
    text: sentence("One team, one feature: its memory, context and gates, in .agent/teams."),
  },
  role: {
    name: sentence("Role"),
    text: sentence(
      "A member of a session's team, such as implementer-2. The Lead decides; others write their own section.",
    ),
  },
  section: {
    name: sentence("Section"),
    text: sentence("A role's part of the team memory. Only that role and the Lead write in it."),
  },
  item: {
    name: sentence("Item"),
    text: sentence("One bullet of a section with what is nested in it. Its tag names its kind."),
  },
  relay: {
    name: sentence("Relay"),
    text: sentence("An item by a role that needs Lead approval."),
  },
  conflict: {
    name: sentence("Conflict"),
    text: sentence("Two statements that contradict each other. Open until the Lead says which holds."),
  },
  version: {
    name: sentence("Context version (GC-v4)"),
    text: sentence("A published state of the global context, such as GC-v2. Everyone works on the newest."),
  },
  delta: {
    name: sentence("Delta"),
    text: sentence("What changed between two context versions. Sent instead of the full text where cheaper."),
  },
  fallback: {
    name: sentence("Full text (FC-1 to FC-5)"),
    text: sentence(
      "Why the full text was sent: over one version missed (FC-1), context lost (FC-2), new role (FC-3), large delta (FC-4), asked for (FC-5).",
    ),
  },
  ack: {
    name: sentence("ACK"),
    text: sentence("A role's confirmation that it applied a context version. Overdue after the deadline."),
  },
  clarification: {
    name: sentence("Clarification"),
    text: sentence("An ACK naming what the role did not understand. The Lead explains or sends the full text."),
  },
  gate: {
    name: sentence("Gate"),
    text: sentence("The check at the end of a phase: approved, approved on conditions, or rejected."),
  },
  blocker: {
    name: sentence("Blocker"),
    text: sentence("What stops a gate: open questions, conflicts, missing ACKs. The Lead can waive one with a reason."),
  },
  inbox: {
    name: sentence("Inbox"),
    text: sentence("What is new for a reader since it last looked. Each thing is shown once."),
  },
  claim: {
    name: sentence("Claim"),
    text: sentence("What a role is working on, so nobody else starts it."),
  },
  nudge: {
    name: sentence("Nudge"),
    text: sentence("A short line shown with another role's next call. Not in the team memory."),
  },
  revision: {
    name: sentence("Revision"),
    text: sentence("One recorded change of a file, to compare or restore."),
  },
  violation: {
    name: sentence("Violation"),
    text: sentence("An agent’s edit to another role’s part, made outside Wardroom."),
  },
  repair: {
    name: sentence("Repair"),
    text: sentence("Lines lost when an old copy overwrote a newer one. Restored, or proposed to you."),
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
    text: sentence("Files teams load when needed, listed in the registry or an index."),
  },
  budget: {
    name: sentence("Budget"),
    text: sentence("Tokens a team session’s knowledge may take. The rest is skipped."),
  },
  checkpoint: {
    name: sentence("Checkpoint"),
    text: sentence("A saved state of a team session, to resume it from."),
  },
} as const satisfies Record<string, TermText>;

export type TermId = keyof typeof TERMS;
