import { AGENT_STEPS } from "@/lib/parity/agent-steps.fixture";
import { CONTEXT_STEPS } from "@/lib/parity/context-steps.fixture";
import { CURATION_STEPS } from "@/lib/parity/curation-steps.fixture";
import { HISTORY_STEPS } from "@/lib/parity/history-steps.fixture";
import { INBOX_STEPS } from "@/lib/parity/inbox-steps.fixture";
import { KNOWLEDGE_STEPS } from "@/lib/parity/knowledge-steps.fixture";
import { LEAD_STEPS, TRASH_STEPS } from "@/lib/parity/lead-steps.fixture";
import { MEMORY_STEPS } from "@/lib/parity/memory-steps.fixture";
import { OWN_STEPS } from "@/lib/parity/own-steps.fixture";
import { LAST_SESSION_STEPS, SESSION_STEPS } from "@/lib/parity/session-steps.fixture";
import { TEAM_SESSION_STEPS } from "@/lib/parity/team-session-steps.fixture";
import { byDeclaredTool, type Step } from "@/lib/parity/step.fixture";

/** One life of a team, its agents and what they load, with what must be refused on the way; each step needs those before. */
export const STEPS: readonly Step[] = [
  ...SESSION_STEPS,
  ...MEMORY_STEPS,
  ...CURATION_STEPS,
  ...OWN_STEPS,
  ...CONTEXT_STEPS,
  ...INBOX_STEPS,
  ...AGENT_STEPS,
  ...KNOWLEDGE_STEPS,
  ...TEAM_SESSION_STEPS,
  ...LEAD_STEPS,
  ...HISTORY_STEPS,
  ...LAST_SESSION_STEPS,
  ...TRASH_STEPS,
].map(byDeclaredTool);
