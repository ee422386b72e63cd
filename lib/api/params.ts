import { z } from "zod";
import { AgentName } from "@/lib/contracts/agents";
import { KnowledgeId, TeamId } from "@/lib/contracts/knowledge";
import { ItemId, RoleId, SessionId } from "@/lib/contracts/primitives";
import { TeamSessionId } from "@/lib/contracts/team-sessions";

/** The parameters of addresses, each with all of those before it. */
export const WorkspaceParams = z.object({ workspace: z.string().min(1).max(64) });
export const SessionParams = WorkspaceParams.extend({ session: SessionId });
export const RoleParams = SessionParams.extend({ role: RoleId });
export const TokenParams = RoleParams.extend({ token: z.string().min(1).max(64) });
export const TeamTokenParams = SessionParams.extend({ token: z.string().min(1).max(64) });
export const ItemParams = SessionParams.extend({ item: ItemId });
export const RelayParams = SessionParams.extend({ relay: z.string().min(1).max(64) });
export const RevisionParams = SessionParams.extend({ revision: z.coerce.number().int().min(1) });
export const VersionParams = SessionParams.extend({ version: z.string().min(1).max(20) });
export const DeliveryParams = SessionParams.extend({ delivery: z.string().min(1).max(64) });
export const GateParams = SessionParams.extend({ gate: z.string().min(1).max(64) });
export const AgentParams = WorkspaceParams.extend({ agent: AgentName });
export const AgentRevisionParams = AgentParams.extend({ revision: z.coerce.number().int().min(1) });
export const AgentSessionParams = AgentParams.extend({ id: z.string().min(1).max(64) });
export const ViewerParams = WorkspaceParams.extend({ viewer: z.string().min(1).max(64) });
export const KnowledgeParams = WorkspaceParams.extend({ knowledge: KnowledgeId });
export const KnowledgeRevisionParams = WorkspaceParams.extend({ revision: z.coerce.number().int().min(1) });
export const TeamParams = WorkspaceParams.extend({ team: TeamId });
export const TeamSessionParams = TeamParams.extend({ session: TeamSessionId });
export const TeamEntryParams = TeamParams.extend({ knowledge: KnowledgeId });
