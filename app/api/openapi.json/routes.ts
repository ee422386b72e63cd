import { z } from "zod";
import { defineRoute } from "@/lib/api/define-route";
import { openApiDocument, type RouteTable } from "@/lib/api/openapi";
import * as health from "@/app/api/health/route";
import * as login from "@/app/api/login/route";
import * as logout from "@/app/api/logout/route";
import * as metrics from "@/app/api/metrics/route";
import * as mcp from "@/app/api/mcp/route";
import * as me from "@/app/api/v1/me/route";
import * as browser from "@/app/api/v1/workspaces/[workspace]/browsers/[browser]/route";
import * as browsers from "@/app/api/v1/workspaces/[workspace]/browsers/route";
import * as loginAttempts from "@/app/api/v1/workspaces/[workspace]/login-attempts/route";
import * as backupRestore from "@/app/api/v1/backups/[backup]/restore/route";
import * as callers from "@/app/api/v1/workspaces/[workspace]/callers/route";
import * as agentsBriefRecord from "@/app/api/v1/workspaces/[workspace]/agents/brief/record/route";
import * as agentsBrief from "@/app/api/v1/workspaces/[workspace]/agents/brief/route";
import * as agents from "@/app/api/v1/workspaces/[workspace]/agents/route";
import * as agentBrief from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/brief/route";
import * as agentClaudeMemory from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/claude-memory/route";
import * as agentMemoryDiff from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory/diff/route";
import * as agentMemoryRevert from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory/revert/route";
import * as agentMemoryRevision from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory/revisions/[revision]/route";
import * as agentMemoryRevisions from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory/revisions/route";
import * as agentMemoryTool from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory-tool/route";
import * as agentMemory from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory/route";
import * as agentMemoryUndo from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/memory/undo/route";
import * as agentSessionClose from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/sessions/[id]/close/route";
import * as agentSessions from "@/app/api/v1/workspaces/[workspace]/agents/[agent]/sessions/route";
import * as events from "@/app/api/v1/workspaces/[workspace]/events/route";
import * as eventsStream from "@/app/api/v1/workspaces/[workspace]/events/stream/route";
import * as integrity from "@/app/api/v1/workspaces/[workspace]/integrity/route";
import * as knowledgeDuplicatesDiff from "@/app/api/v1/workspaces/[workspace]/knowledge/duplicates/diff/route";
import * as knowledgeDuplicates from "@/app/api/v1/workspaces/[workspace]/knowledge/duplicates/route";
import * as knowledgeDuplicatesShare from "@/app/api/v1/workspaces/[workspace]/knowledge/duplicates/share/route";
import * as knowledgeDuplicatesUndo from "@/app/api/v1/workspaces/[workspace]/knowledge/duplicates/undo/route";
import * as knowledgeLayout from "@/app/api/v1/workspaces/[workspace]/knowledge/layout/route";
import * as knowledgeDiff from "@/app/api/v1/workspaces/[workspace]/knowledge/history/diff/route";
import * as knowledgeRevert from "@/app/api/v1/workspaces/[workspace]/knowledge/history/revert/route";
import * as knowledgeRevision from "@/app/api/v1/workspaces/[workspace]/knowledge/history/revisions/[revision]/route";
import * as knowledgeRevisions from "@/app/api/v1/workspaces/[workspace]/knowledge/history/revisions/route";
import * as knowledgeUndo from "@/app/api/v1/workspaces/[workspace]/knowledge/history/undo/route";
import * as knowledgeEntry from "@/app/api/v1/workspaces/[workspace]/knowledge/[knowledge]/route";
import * as knowledge from "@/app/api/v1/workspaces/[workspace]/knowledge/route";
import * as knowledgeProblems from "@/app/api/v1/workspaces/[workspace]/knowledge/problems/route";
import * as redactions from "@/app/api/v1/workspaces/[workspace]/redactions/route";
import * as repairApply from "@/app/api/v1/workspaces/[workspace]/repairs/[repair]/apply/route";
import * as repairDismiss from "@/app/api/v1/workspaces/[workspace]/repairs/[repair]/dismiss/route";
import * as repair from "@/app/api/v1/workspaces/[workspace]/repairs/[repair]/route";
import * as repairUndo from "@/app/api/v1/workspaces/[workspace]/repairs/[repair]/undo/route";
import * as repairs from "@/app/api/v1/workspaces/[workspace]/repairs/route";
import * as search from "@/app/api/v1/workspaces/[workspace]/search/route";
import * as sessionContextAcks from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/acks/route";
import * as sessionContextApply from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/apply/route";
import * as sessionContextDeliveryFull from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/deliveries/[delivery]/full/route";
import * as sessionContextDeliveryGuidance from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/deliveries/[delivery]/guidance/route";
import * as sessionContextDeliveryPing from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/deliveries/[delivery]/ping/route";
import * as sessionContextDeliveryResend from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/deliveries/[delivery]/resend/route";
import * as sessionContextDelta from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/delta/route";
import * as sessionContextDiff from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/diff/route";
import * as sessionContextKnown from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/known/route";
import * as sessionContext from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/route";
import * as sessionContextStatus from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/status/route";
import * as sessionContextUpdates from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/updates/route";
import * as sessionContextVersion from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/versions/[version]/route";
import * as sessionContextVersions from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/context/versions/route";
import * as sessionGateAbandon from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/gates/[gate]/abandon/route";
import * as sessionGateConclude from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/gates/[gate]/conclude/route";
import * as sessionGate from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/gates/[gate]/route";
import * as sessionGates from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/gates/route";
import * as sessionMemoryArchive from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/archive/route";
import * as sessionMemoryAttributions from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/attributions/route";
import * as sessionMemoryDiff from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/diff/route";
import * as sessionMemoryEdit from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/edit/route";
import * as sessionMemoryItem from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/items/[item]/route";
import * as sessionMemoryItems from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/items/route";
import * as sessionMemoryPrune from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/prune/route";
import * as sessionMemoryReplaceRole from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/replace-role/route";
import * as sessionMemoryResolve from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/resolve/route";
import * as sessionMemoryRevert from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/revert/route";
import * as sessionMemoryRevision from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/revisions/[revision]/route";
import * as sessionMemoryRevisions from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/revisions/route";
import * as sessionMemory from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/route";
import * as sessionMemoryUnarchive from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/unarchive/route";
import * as sessionMemoryUndo from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/memory/undo/route";
import * as sessionRelayApprove from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/relays/[relay]/approve/route";
import * as sessionRelayReject from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/relays/[relay]/reject/route";
import * as sessionRelays from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/relays/route";
import * as sessionRestore from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/restore/route";
import * as sessionRoleToken from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/roles/[role]/tokens/[token]/route";
import * as sessionRoleTokens from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/roles/[role]/tokens/route";
import * as sessionRoles from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/roles/route";
import * as session from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/route";
import * as sessionSavings from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/savings/route";
import * as sessionSettings from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/settings/route";
import * as sessionTeamToken from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/team-tokens/[token]/route";
import * as sessionTeamTokens from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/team-tokens/route";
import * as sessionTokens from "@/app/api/v1/workspaces/[workspace]/sessions/[session]/tokens/route";
import * as sessions from "@/app/api/v1/workspaces/[workspace]/sessions/route";
import * as storage from "@/app/api/v1/workspaces/[workspace]/storage/route";
import * as teamKnowledgeEntry from "@/app/api/v1/workspaces/[workspace]/teams/[team]/knowledge/[knowledge]/route";
import * as teamKnowledgeResolve from "@/app/api/v1/workspaces/[workspace]/teams/[team]/knowledge/resolve/route";
import * as teamKnowledge from "@/app/api/v1/workspaces/[workspace]/teams/[team]/knowledge/route";
import * as teamMemory from "@/app/api/v1/workspaces/[workspace]/teams/[team]/memory/route";
import * as teamSessions from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/route";
import * as teamSessionCheckpoints from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/checkpoints/route";
import * as teamSessionCommands from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/commands/route";
import * as teamSessionEnd from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/end/route";
import * as teamSessionLearnings from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/learnings/route";
import * as teamSessionResume from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/resume/route";
import * as teamSession from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/route";
import * as teamSessionTurns from "@/app/api/v1/workspaces/[workspace]/teams/[team]/sessions/[session]/turns/route";
import * as teams from "@/app/api/v1/workspaces/[workspace]/teams/route";
import * as trash from "@/app/api/v1/workspaces/[workspace]/trash/route";
import * as unfinishedChange from "@/app/api/v1/workspaces/[workspace]/unfinished/[id]/route";
import * as unfinishedRetry from "@/app/api/v1/workspaces/[workspace]/unfinished/[id]/retry/route";
import * as unfinished from "@/app/api/v1/workspaces/[workspace]/unfinished/route";
import * as viewer from "@/app/api/v1/workspaces/[workspace]/viewers/[viewer]/route";
import * as viewers from "@/app/api/v1/workspaces/[workspace]/viewers/route";
import * as workspaces from "@/app/api/v1/workspaces/route";

/** This document's own route. It stands here, for its file imports the table it is in. */
export const openApiRoute = defineRoute({
  summary: "This document",
  tag: "Server",
  response: z.record(z.string(), z.unknown()).meta({ description: "An OpenAPI 3.1 document" }),
  handle: () => Promise.resolve({ ...openApi() }),
});

/** Every address of the API and the file that answers it. A test compares it with the files that are there. */
export const ROUTES: RouteTable = {
  "/api/health": health,
  "/api/login": login,
  "/api/logout": logout,
  "/api/openapi.json": { GET: openApiRoute },
  "/api/mcp": mcp,
  "/api/metrics": metrics,
  "/api/v1/me": me,
  "/api/v1/backups/{backup}/restore": backupRestore,
  "/api/v1/workspaces": workspaces,
  "/api/v1/workspaces/{workspace}/callers": callers,
  "/api/v1/workspaces/{workspace}/agents": agents,
  "/api/v1/workspaces/{workspace}/agents/brief": agentsBrief,
  "/api/v1/workspaces/{workspace}/agents/brief/record": agentsBriefRecord,
  "/api/v1/workspaces/{workspace}/agents/{agent}/brief": agentBrief,
  "/api/v1/workspaces/{workspace}/agents/{agent}/claude-memory": agentClaudeMemory,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory/diff": agentMemoryDiff,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory/revert": agentMemoryRevert,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory/revisions/{revision}": agentMemoryRevision,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory/revisions": agentMemoryRevisions,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory": agentMemory,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory-tool": agentMemoryTool,
  "/api/v1/workspaces/{workspace}/agents/{agent}/memory/undo": agentMemoryUndo,
  "/api/v1/workspaces/{workspace}/agents/{agent}/sessions/{id}/close": agentSessionClose,
  "/api/v1/workspaces/{workspace}/agents/{agent}/sessions": agentSessions,
  "/api/v1/workspaces/{workspace}/events": events,
  "/api/v1/workspaces/{workspace}/events/stream": eventsStream,
  "/api/v1/workspaces/{workspace}/integrity": integrity,
  "/api/v1/workspaces/{workspace}/knowledge/duplicates": knowledgeDuplicates,
  "/api/v1/workspaces/{workspace}/knowledge/duplicates/diff": knowledgeDuplicatesDiff,
  "/api/v1/workspaces/{workspace}/knowledge/duplicates/share": knowledgeDuplicatesShare,
  "/api/v1/workspaces/{workspace}/knowledge/duplicates/undo": knowledgeDuplicatesUndo,
  "/api/v1/workspaces/{workspace}/knowledge/layout": knowledgeLayout,
  "/api/v1/workspaces/{workspace}/knowledge": knowledge,
  "/api/v1/workspaces/{workspace}/knowledge/history/diff": knowledgeDiff,
  "/api/v1/workspaces/{workspace}/knowledge/history/revert": knowledgeRevert,
  "/api/v1/workspaces/{workspace}/knowledge/history/revisions": knowledgeRevisions,
  "/api/v1/workspaces/{workspace}/knowledge/history/revisions/{revision}": knowledgeRevision,
  "/api/v1/workspaces/{workspace}/knowledge/history/undo": knowledgeUndo,
  "/api/v1/workspaces/{workspace}/knowledge/problems": knowledgeProblems,
  "/api/v1/workspaces/{workspace}/knowledge/{knowledge}": knowledgeEntry,
  "/api/v1/workspaces/{workspace}/repairs": repairs,
  "/api/v1/workspaces/{workspace}/repairs/{repair}": repair,
  "/api/v1/workspaces/{workspace}/repairs/{repair}/apply": repairApply,
  "/api/v1/workspaces/{workspace}/repairs/{repair}/dismiss": repairDismiss,
  "/api/v1/workspaces/{workspace}/repairs/{repair}/undo": repairUndo,
  "/api/v1/workspaces/{workspace}/search": search,
  "/api/v1/workspaces/{workspace}/sessions": sessions,
  "/api/v1/workspaces/{workspace}/sessions/{session}": session,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context": sessionContext,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/acks": sessionContextAcks,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/apply": sessionContextApply,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/deliveries/{delivery}/full": sessionContextDeliveryFull,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/deliveries/{delivery}/guidance":
    sessionContextDeliveryGuidance,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/deliveries/{delivery}/ping": sessionContextDeliveryPing,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/deliveries/{delivery}/resend":
    sessionContextDeliveryResend,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/delta": sessionContextDelta,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/diff": sessionContextDiff,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/known": sessionContextKnown,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/status": sessionContextStatus,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/updates": sessionContextUpdates,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/versions": sessionContextVersions,
  "/api/v1/workspaces/{workspace}/sessions/{session}/context/versions/{version}": sessionContextVersion,
  "/api/v1/workspaces/{workspace}/sessions/{session}/gates": sessionGates,
  "/api/v1/workspaces/{workspace}/sessions/{session}/gates/{gate}": sessionGate,
  "/api/v1/workspaces/{workspace}/sessions/{session}/gates/{gate}/abandon": sessionGateAbandon,
  "/api/v1/workspaces/{workspace}/sessions/{session}/gates/{gate}/conclude": sessionGateConclude,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory": sessionMemory,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/archive": sessionMemoryArchive,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/attributions": sessionMemoryAttributions,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/diff": sessionMemoryDiff,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/edit": sessionMemoryEdit,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/items": sessionMemoryItems,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/items/{item}": sessionMemoryItem,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/prune": sessionMemoryPrune,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/replace-role": sessionMemoryReplaceRole,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/resolve": sessionMemoryResolve,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/revert": sessionMemoryRevert,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/revisions": sessionMemoryRevisions,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/revisions/{revision}": sessionMemoryRevision,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/unarchive": sessionMemoryUnarchive,
  "/api/v1/workspaces/{workspace}/sessions/{session}/memory/undo": sessionMemoryUndo,
  "/api/v1/workspaces/{workspace}/sessions/{session}/relays": sessionRelays,
  "/api/v1/workspaces/{workspace}/sessions/{session}/relays/{relay}/approve": sessionRelayApprove,
  "/api/v1/workspaces/{workspace}/sessions/{session}/relays/{relay}/reject": sessionRelayReject,
  "/api/v1/workspaces/{workspace}/sessions/{session}/restore": sessionRestore,
  "/api/v1/workspaces/{workspace}/sessions/{session}/roles": sessionRoles,
  "/api/v1/workspaces/{workspace}/sessions/{session}/roles/{role}/tokens": sessionRoleTokens,
  "/api/v1/workspaces/{workspace}/sessions/{session}/roles/{role}/tokens/{token}": sessionRoleToken,
  "/api/v1/workspaces/{workspace}/sessions/{session}/savings": sessionSavings,
  "/api/v1/workspaces/{workspace}/sessions/{session}/settings": sessionSettings,
  "/api/v1/workspaces/{workspace}/sessions/{session}/team-tokens": sessionTeamTokens,
  "/api/v1/workspaces/{workspace}/sessions/{session}/team-tokens/{token}": sessionTeamToken,
  "/api/v1/workspaces/{workspace}/sessions/{session}/tokens": sessionTokens,
  "/api/v1/workspaces/{workspace}/storage": storage,
  "/api/v1/workspaces/{workspace}/teams": teams,
  "/api/v1/workspaces/{workspace}/teams/{team}/knowledge": teamKnowledge,
  "/api/v1/workspaces/{workspace}/teams/{team}/knowledge/resolve": teamKnowledgeResolve,
  "/api/v1/workspaces/{workspace}/teams/{team}/knowledge/{knowledge}": teamKnowledgeEntry,
  "/api/v1/workspaces/{workspace}/teams/{team}/memory": teamMemory,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions": teamSessions,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}": teamSession,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}/checkpoints": teamSessionCheckpoints,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}/commands": teamSessionCommands,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}/end": teamSessionEnd,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}/learnings": teamSessionLearnings,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}/resume": teamSessionResume,
  "/api/v1/workspaces/{workspace}/teams/{team}/sessions/{session}/turns": teamSessionTurns,
  "/api/v1/workspaces/{workspace}/trash": trash,
  "/api/v1/workspaces/{workspace}/redactions": redactions,
  "/api/v1/workspaces/{workspace}/unfinished": unfinished,
  "/api/v1/workspaces/{workspace}/unfinished/{id}": unfinishedChange,
  "/api/v1/workspaces/{workspace}/unfinished/{id}/retry": unfinishedRetry,
  "/api/v1/workspaces/{workspace}/browsers": browsers,
  "/api/v1/workspaces/{workspace}/browsers/{browser}": browser,
  "/api/v1/workspaces/{workspace}/login-attempts": loginAttempts,
  "/api/v1/workspaces/{workspace}/viewers": viewers,
  "/api/v1/workspaces/{workspace}/viewers/{viewer}": viewer,
};

let document: ReturnType<typeof openApiDocument> | undefined;

/** The document of all routes, made when it is first asked for: most processes never are. */
export function openApi(): ReturnType<typeof openApiDocument> {
  document ??= openApiDocument(ROUTES);
  return document;
}
