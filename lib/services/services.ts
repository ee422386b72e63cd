import { acknowledgementService } from "@/lib/services/acknowledgements";
import { agentMemoryToolService } from "@/lib/services/agent-memory-tool";
import { agentRevisionService } from "@/lib/services/agent-revisions";
import { agentSessionService } from "@/lib/services/agent-sessions";
import { agentService } from "@/lib/services/agents";
import { attributionService } from "@/lib/services/attributions";
import { authenticationService } from "@/lib/services/authentication";
import { backupService } from "@/lib/services/backups";
import { briefService } from "@/lib/services/briefs";
import { callerService } from "@/lib/services/callers";
import { checkpointService } from "@/lib/services/checkpoints";
import { browserService } from "@/lib/services/browsers";
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
import { integrityService } from "@/lib/services/integrity";
import { KnowledgeReader } from "@/lib/services/knowledge-reader";
import { LoginAttempts } from "@/lib/services/login-attempts";
import { memoryService } from "@/lib/services/memory";
import { memoryChangesService } from "@/lib/services/memory-changes";
import { OwnerToken } from "@/lib/services/owner-token";
import { publishContextService } from "@/lib/services/publish-context";
import { redactionService } from "@/lib/services/redactions";
import { relayService } from "@/lib/services/relays";
import { repairService } from "@/lib/services/repairs";
import { revisionService } from "@/lib/services/revisions";
import { searchService } from "@/lib/services/search";
import { sessionService } from "@/lib/services/sessions";
import { signInService } from "@/lib/services/sign-in";
import { sessionSettingsService } from "@/lib/services/session-settings";
import { storageService } from "@/lib/services/storage";
import { teamCommandService } from "@/lib/services/team-session-commands";
import { teamMemoryService } from "@/lib/services/team-session-list";
import { teamSessionService } from "@/lib/services/team-sessions";
import { teamTokenService } from "@/lib/services/team-tokens";
import { tokenService } from "@/lib/services/tokens";
import { unfinishedService } from "@/lib/services/unfinished";
import { viewerService } from "@/lib/services/viewers";
import { workspaceService } from "@/lib/services/workspaces";

/** Every use case, for all faces alike. */
export type Services = ReturnType<typeof createServices>;

/** Builds the use cases on one context. */
export function createServices(context: ServiceContext, owner: { token: string; isChosen: boolean }) {
  const reader = new KnowledgeReader(context);
  const briefs = briefService(context);
  const attempts = new LoginAttempts(context.clock, (address, { failed }) => tellOwner(context, address, failed));
  const ownerToken = new OwnerToken(owner.token, owner.isChosen, attempts);
  return {
    authentication: authenticationService(context, ownerToken),
    signIn: signInService(context, ownerToken, attempts),
    browsers: browserService(context, attempts),
    backups: backupService(context),
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
    repairs: repairService(context),
    search: searchService(context),
    knowledgeLayout: knowledgeLayoutService(context),
    knowledgeDuplicates: { ...knowledgeDuplicateService(context), ...knowledgeShareService(context) },
    redactions: redactionService(context),
    storage: storageService(context),
    tokens: tokenService(context),
    teamTokens: teamTokenService(context),
    callers: callerService(context),
    viewers: viewerService(context),
    unfinished: unfinishedService(context),
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
    events: { ...eventService(context), ...integrityService(context) },
  };
}

/** Puts a lock of the login into the history of every workspace: it concerns them all. */
function tellOwner({ committer, workspaces }: ServiceContext, address: string, failed: number): void {
  for (const workspace of workspaces) {
    const told = committer.submit({
      workspace,
      author: { actor: "unknown", actorKind: "person", source: "ui" },
      decide: (draft) => {
        draft.event("login.locked", address, null, { failed });
        return Promise.resolve(null);
      },
    });
    // The lock holds all the same, and the dashboard shows it from memory.
    void told.catch(() => undefined);
  }
}
