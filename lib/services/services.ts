import { acknowledgementService } from "@/lib/services/acknowledgements";
import { agentMemoryToolService } from "@/lib/services/agent-memory-tool";
import { agentRevisionService } from "@/lib/services/agent-revisions";
import { agentSessionService } from "@/lib/services/agent-sessions";
import { agentService } from "@/lib/services/agents";
import { attributionService } from "@/lib/services/attributions";
import { authenticationService } from "@/lib/services/authentication";
import { briefService } from "@/lib/services/briefs";
import { callerService } from "@/lib/services/callers";
import { checkpointService } from "@/lib/services/checkpoints";
import type { ServiceContext } from "@/lib/services/context";
import { contextVersionService } from "@/lib/services/context-versions";
import { curationService } from "@/lib/services/curation";
import { deliveryService } from "@/lib/services/deliveries";
import { deliveryOverviewService } from "@/lib/services/delivery-overview";
import { eventService } from "@/lib/services/events";
import { gateService } from "@/lib/services/gates";
import { knowledgeDuplicateService } from "@/lib/services/knowledge-duplicates";
import { knowledgeLayoutService } from "@/lib/services/knowledge-layout";
import { knowledgeShareService } from "@/lib/services/knowledge-shares";
import { knowledgeService } from "@/lib/services/knowledge";
import { knowledgeEditService } from "@/lib/services/knowledge-edits";
import { knowledgeHistoryService } from "@/lib/services/knowledge-history";
import { KnowledgeReader } from "@/lib/services/knowledge-reader";
import { memoryService } from "@/lib/services/memory";
import { memoryChangesService } from "@/lib/services/memory-changes";
import { publishContextService } from "@/lib/services/publish-context";
import { relayService } from "@/lib/services/relays";
import { revisionService } from "@/lib/services/revisions";
import { searchService } from "@/lib/services/search";
import { sessionService } from "@/lib/services/sessions";
import { sessionSettingsService } from "@/lib/services/session-settings";
import { storageService } from "@/lib/services/storage";
import { teamCommandService } from "@/lib/services/team-session-commands";
import { teamMemoryService } from "@/lib/services/team-session-list";
import { teamSessionService } from "@/lib/services/team-sessions";
import { teamTokenService } from "@/lib/services/team-tokens";
import { tokenService } from "@/lib/services/tokens";
import { viewerService } from "@/lib/services/viewers";
import { workspaceService } from "@/lib/services/workspaces";

/** Every use case, for all faces alike. */
export type Services = ReturnType<typeof createServices>;

/** Builds the use cases on one context. */
export function createServices(context: ServiceContext, ownerToken: string) {
  const reader = new KnowledgeReader(context);
  const briefs = briefService(context);
  return {
    authentication: authenticationService(context, ownerToken),
    workspaces: workspaceService(context),
    sessions: sessionService(context),
    memory: { ...memoryService(context), ...memoryChangesService(context) },
    attributions: attributionService(context),
    curation: curationService(context),
    knowledge: {
      ...knowledgeService(context, reader),
      edits: knowledgeEditService(context, reader),
      history: knowledgeHistoryService(context),
    },
    teams: {
      ...teamSessionService(context, reader),
      ...teamMemoryService(context, reader),
      command: teamCommandService(context, reader),
      checkpoints: checkpointService(context, reader),
    },
    relays: relayService(context),
    revisions: revisionService(context),
    search: searchService(context),
    knowledgeLayout: knowledgeLayoutService(context),
    knowledgeDuplicates: { ...knowledgeDuplicateService(context), ...knowledgeShareService(context) },
    storage: storageService(context),
    tokens: tokenService(context),
    teamTokens: teamTokenService(context),
    callers: callerService(context),
    viewers: viewerService(context),
    context: {
      ...contextVersionService(context),
      ...acknowledgementService(context),
      ...deliveryService(context),
      ...deliveryOverviewService(context),
      publish: publishContextService(context),
    },
    agents: {
      ...agentService(context),
      revisions: agentRevisionService(context),
      memoryTool: agentMemoryToolService(context),
      briefs,
      sessions: agentSessionService(context, briefs.orient),
    },
    gates: gateService(context),
    settings: sessionSettingsService(context),
    events: eventService(context),
  };
}
