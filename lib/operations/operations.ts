import type { Operation } from "@/lib/operations/define-operation";
import { accessOperations } from "@/lib/operations/access";
import { agentMemoryOperations } from "@/lib/operations/agent-memory";
import { agentsOperations } from "@/lib/operations/agents";
import { checkpointsOperations } from "@/lib/operations/checkpoints";
import { contextOperations } from "@/lib/operations/context";
import { curationOperations } from "@/lib/operations/curation";
import { deliveriesOperations } from "@/lib/operations/deliveries";
import { filesOperations, replicasOperations } from "@/lib/operations/files";
import { faultsOperations } from "@/lib/operations/faults";
import { gatesOperations, resultsOperations } from "@/lib/operations/gates";
import { historyOperations } from "@/lib/operations/history";
import { inboxOperations, needsOperations, webhooksOperations } from "@/lib/operations/inbox";
import { insightOperations, memoryHistoryOperations, momentOperations } from "@/lib/operations/memory-history";
import { knowledgeHistoryOperations } from "@/lib/operations/knowledge-history";
import { knowledgeOperations } from "@/lib/operations/knowledge";
import { memoryOperations } from "@/lib/operations/memory";
import { questionsOperations } from "@/lib/operations/questions";
import { presenceOperations } from "@/lib/operations/presence";
import { runOperations } from "@/lib/operations/runs";
import { lookersOperations, remarksOperations } from "@/lib/operations/remarks";
import { pairsOperations } from "@/lib/operations/pairs";
import { relaysOperations } from "@/lib/operations/relays";
import { rolesOperations } from "@/lib/operations/roles";
import { searchOperations } from "@/lib/operations/search";
import { sessionsOperations } from "@/lib/operations/sessions";
import { teamSessionsOperations } from "@/lib/operations/team-sessions";
import { teamsOperations } from "@/lib/operations/teams";
import { setupOperations, workspacesOperations } from "@/lib/operations/workspaces";

const ALL = [
  ...accessOperations,
  ...agentMemoryOperations,
  ...agentsOperations,
  ...checkpointsOperations,
  ...contextOperations,
  ...curationOperations,
  ...deliveriesOperations,
  ...filesOperations,
  ...faultsOperations,
  ...gatesOperations,
  ...historyOperations,
  ...inboxOperations,
  ...insightOperations,
  ...knowledgeHistoryOperations,
  ...knowledgeOperations,
  ...memoryHistoryOperations,
  ...memoryOperations,
  ...needsOperations,
  ...presenceOperations,
  ...runOperations,
  ...questionsOperations,
  ...resultsOperations,
  ...pairsOperations,
  ...relaysOperations,
  ...replicasOperations,
  ...remarksOperations,
  ...lookersOperations,
  ...rolesOperations,
  ...momentOperations,
  ...searchOperations,
  ...sessionsOperations,
  ...setupOperations,
  ...teamSessionsOperations,
  ...teamsOperations,
  ...webhooksOperations,
  ...workspacesOperations,
];

/** Everything that Wardroom can do. */
export const OPERATIONS: readonly Operation[] = ALL;

/** Any operation as its callers see it: address, input and answer. */
export type Declared = (typeof ALL)[number];
