import { z } from "zod";
import { AgentName } from "@/lib/contracts/agents";
import { BackupName } from "@/lib/contracts/backup";
import { KnowledgeId, TeamId } from "@/lib/contracts/knowledge";
import { ItemId, RoleId, SessionId } from "@/lib/contracts/primitives";
import { TeamSessionId } from "@/lib/contracts/team-sessions";

const Id = z.string().min(1).max(64);
const Revision = z.coerce.number().int().min(1);

/** The parameters of addresses, by their names. */
export const PARAMS = {
  workspace: Id,
  session: SessionId,
  role: RoleId,
  token: Id,
  item: ItemId,
  relay: Id,
  pair: Id,
  claim: Id,
  question: z.string().min(1).max(80),
  revision: Revision,
  version: z.string().min(1).max(20),
  delivery: Id,
  gate: Id,
  agent: AgentName,
  id: Id,
  repair: Id,
  fault: Id,
  replica: Id,
  viewer: Id,
  comment: Id,
  person: Id,
  browser: Id,
  account: Id,
  knowledge: KnowledgeId,
  team: TeamId,
};

export const WorkspaceParams = z.object({ workspace: Id });
export const RepairParams = WorkspaceParams.extend({ repair: Id });
export const BackupParams = z.object({ backup: BackupName });
export const UnfinishedParams = WorkspaceParams.extend({ id: Revision });
export const TeamSessionParams = WorkspaceParams.extend({ team: TeamId, session: TeamSessionId });
