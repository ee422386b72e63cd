import { acknowledgementService } from "@/lib/services/context/acknowledgements";
import { agentMemoryToolService } from "@/lib/services/agents/agent-memory-tool";
import { agentRevisionService, knowledgeHistoryService, revisionService } from "@/lib/services/history/revisions";
import { agentSessionService } from "@/lib/services/agents/agent-sessions";
import { findAgents } from "@/lib/services/agents/agent-directory";
import { agentService, projectOf } from "@/lib/services/agents/agents";
import { attributionService } from "@/lib/services/history/outside-edits";
import { authenticationService, callerService } from "@/lib/services/access/authentication";
import { Blames } from "@/lib/services/memory/blames";
import { backupService } from "@/lib/services/history/back-up";
import { briefService } from "@/lib/services/agents/briefs";
import { checkpointService } from "@/lib/services/knowledge/checkpoints";
import { answerOnceService } from "@/lib/services/workspace/answer-once";
import { accountService } from "@/lib/services/access/accounts";
import { browserService, signInService } from "@/lib/services/access/sign-in";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { contentService } from "@/lib/services/history/content";
import { contextVersionService } from "@/lib/services/context/context-versions";
import { curationService } from "@/lib/services/memory/curation";
import { confirmationService } from "@/lib/services/memory/confirmations";
import { deliveryService } from "@/lib/services/context/deliveries";
import { deliveryOverviewService } from "@/lib/services/context/delivery-overview";
import { eventService } from "@/lib/services/history/events";
import { faultService } from "@/lib/services/history/faults";
import { gateService } from "@/lib/services/context/gates";
import { knowledgeDuplicateService, knowledgeShareService } from "@/lib/services/knowledge/knowledge-shares";
import { knowledgeLayoutService } from "@/lib/services/knowledge/knowledge-layout";
import { knowledgeService } from "@/lib/services/knowledge/knowledge";
import { knowledgeEditService } from "@/lib/services/knowledge/knowledge-edits";
import { claimService, ClaimsFile } from "@/lib/services/inbox/claims";
import { afterMarks } from "@/lib/services/inbox/after-marks";
import { insightService } from "@/lib/services/inbox/insights";
import { inboxService } from "@/lib/services/inbox/inbox";
import { integrityService } from "@/lib/services/history/integrity";
import { KnowledgeReader } from "@/lib/services/knowledge/knowledge-reader";
import { assignmentService } from "@/lib/services/inbox/assignments";
import { lookerService, presenceService } from "@/lib/services/inbox/presence";
import { commentService, replyService } from "@/lib/services/inbox/remarks";
import { needService } from "@/lib/services/inbox/needs";
import { webhookService } from "@/lib/services/inbox/webhooks";
import { LoginAttempts } from "@/lib/services/access/login-attempts";
import { momentService } from "@/lib/services/inbox/moments";
import { memoryService } from "@/lib/services/memory/memory";
import { ShownMemories } from "@/lib/services/memory/shown-memories";
import { memoryChangesService } from "@/lib/services/memory/memory-view";
import { OwnerToken } from "@/lib/services/access/owner-token";
import { personService } from "@/lib/services/access/people";
import { providerSignInService } from "@/lib/services/access/provider-sign-in";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { publishContextService } from "@/lib/services/context/publish-context";
import { putQuestion } from "@/lib/services/inbox/put-question";
import { questionService } from "@/lib/services/inbox/questions";
import { addRole } from "@/lib/services/sessions/add-role";
import { runService } from "@/lib/services/inbox/runs";
import { redactionService } from "@/lib/services/history/redactions";
import { pairService } from "@/lib/services/memory/pairs";
import { relayService } from "@/lib/services/memory/relays";
import { repairService, unfinishedService } from "@/lib/services/history/repairs";
import { fileChangesService, fileService } from "@/lib/services/files/files";
import { pushFileService } from "@/lib/services/history/push-file";
import { replicaService } from "@/lib/services/files/replicas";
import { projectSetupService } from "@/lib/services/files/project-setup";
import { searchService } from "@/lib/services/search/search";
import { sessionService } from "@/lib/services/sessions/sessions";
import { sessionPinService, sessionSettingsService } from "@/lib/services/sessions/session-settings";
import { finishingService } from "@/lib/services/sessions/finishing";
import { type FindAgents, harvestService } from "@/lib/services/sessions/harvest";
import { storageService, workspaceService } from "@/lib/services/workspace/workspaces";
import { teamCommandService } from "@/lib/services/knowledge/team-session-commands";
import { teamRecordService, teamSessionService } from "@/lib/services/knowledge/team-sessions";
import { teamTokenService, tokenService } from "@/lib/services/sessions/tokens";
import { viewerService } from "@/lib/services/access/viewers";

/** Every use case, for all faces alike. */
export type Services = ReturnType<typeof createServices>;

/** Builds the use cases on one context. */
export function createServices(
  context: ServiceContext,
  {
    owner,
    provider,
    reachable,
    judge,
  }: { owner: readonly string[] } & Pick<Configuration, "provider" | "reachable" | "judge">,
) {
  const reader = new KnowledgeReader(context);
  const blames = new Blames();
  const briefs = briefService(context, judge);
  const onLock = (address: string, { failed }: { failed: number }) => tellOwner(context, address, failed);
  const attempts = new LoginAttempts(context.clock, { onLock });
  const ownerToken = new OwnerToken(owner, attempts);
  const shown = new ShownMemories(context, {
    memory: (caller, params) => memory.read(caller, params),
    row: (caller, params) => sessions.get(caller, params),
  });
  const memory = memoryService(context, blames, shown);
  const questions = questionService(context);
  const relays = relayService(context);
  const pairs = pairService(context);
  const sessions = sessionService(context);
  const repairs = repairService(context);
  const faults = faultService(context);
  const versions = contextVersionService(context);
  const events = { ...eventService(context), ...integrityService(context) };
  const findForHarvest: FindAgents = async (workspace) => ({
    agents: await findAgents(context, workspace),
    project: await projectOf(context, workspace),
  });
  const needs = needService(context, { sessions, relays, pairs, memory, events, repairs, faults });
  return {
    authentication: authenticationService(context, ownerToken),
    signIn: signInService(context, ownerToken, attempts),
    provider: providerSignInService(context, { settings: provider, attempts }),
    accounts: accountService(context),
    browsers: browserService(context, attempts),
    backups: backupService(context),
    content: contentService(context),
    workspaces: workspaceService(context),
    sessions,
    memory: { ...memory, ...memoryChangesService(context) },
    shown,
    attributions: attributionService(context),
    curation: curationService(context),
    knowledge: {
      ...knowledgeService(context, reader),
      edits: knowledgeEditService(context, reader),
      history: knowledgeHistoryService(context),
    },
    teams: {
      ...teamSessionService(context, reader),
      ...teamRecordService(context, reader),
      command: teamCommandService(context, reader),
      checkpoints: checkpointService(context, reader),
    },
    inbox: afterMarks(inboxService(context)),
    needs,
    moments: momentService(context),
    insights: insightService(context),
    webhooks: webhookService(context, { needs, reachable }),
    presence: { ...presenceService(context), ...claimService(context) },
    claimsFile: new ClaimsFile(context),
    runs: runService(context, addRole),
    questions,
    replies: replyService(context, { memory, relays, questions }),
    confirmations: confirmationService(context),
    pairs,
    relays,
    revisions: revisionService(context, blames),
    repairs,
    files: { ...fileService(context), ...fileChangesService(context), ...pushFileService(context) },
    replicas: replicaService(context),
    setup: projectSetupService(context),
    faults,
    search: searchService(context),
    knowledgeLayout: knowledgeLayoutService(context),
    knowledgeDuplicates: { ...knowledgeDuplicateService(context), ...knowledgeShareService(context) },
    redactions: redactionService(context),
    storage: storageService(context),
    tokens: tokenService(context),
    teamTokens: teamTokenService(context),
    callers: callerService(context),
    pins: sessionPinService(context, sessions),
    lookers: lookerService(context),
    comments: commentService(context),
    assignments: assignmentService(context, { needs }),
    viewers: viewerService(context),
    people: personService(context),
    unfinished: unfinishedService(context),
    once: answerOnceService(context),
    context: {
      ...versions,
      ...acknowledgementService(context, (...put) => putQuestion(context, ...put)),
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
    finishing: finishingService(context, findForHarvest),
    harvest: harvestService(context, findForHarvest),
    events,
  };
}

/** Puts a lock of the login into the history of every workspace: it concerns them all. */
function tellOwner({ committer, workspaces }: ServiceContext, address: string, failed: number): void {
  for (const workspace of workspaces) {
    const told = committer.act(
      { workspace, author: { actor: "unknown", actorKind: "person", source: "ui" } },
      (draft) => draft.event("login.locked", address, null, { failed }),
    );
    // The lock holds all the same, and the dashboard shows it from memory.
    void told.catch(() => undefined);
  }
}
