import type { z } from "zod";
import { api, type TeamScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type {
  AddKnowledge,
  AddTeamEntry,
  ChangeKnowledge,
  ChangeTeamEntry,
  KnowledgeChanged,
} from "@/lib/contracts/knowledge";
import type { SharedKnowledge, ShareKnowledge, ShareUndone } from "@/lib/contracts/knowledge-duplicates";

const changed = () => import("@/lib/contracts/knowledge").then((all) => all.KnowledgeChanged);
const duplicates = () => import("@/lib/contracts/knowledge-duplicates");
const segment = encodeURIComponent;

/** Adds an entry to the shared registry. */
export function addKnowledge(workspace: string, body: AddKnowledge, etag: string): Promise<KnowledgeChanged> {
  return request(changed, api.knowledge(workspace), { method: "POST", body, ifMatch: etag });
}

/** Changes an entry of the shared registry. */
export function changeKnowledge(
  workspace: string,
  id: string,
  body: ChangeKnowledge,
  etag: string,
): Promise<KnowledgeChanged> {
  return request(changed, `${api.knowledge(workspace)}/${segment(id)}`, { method: "PATCH", body, ifMatch: etag });
}

/** Takes an entry out of the shared registry; its file stays. */
export function removeKnowledge(workspace: string, id: string, etag: string): Promise<KnowledgeChanged> {
  return request(changed, `${api.knowledge(workspace)}/${segment(id)}`, { method: "DELETE", ifMatch: etag });
}

/** Adds an entry to a team's index. */
export function addTeamEntry(
  scope: TeamScope,
  body: z.input<typeof AddTeamEntry>,
  etag: string,
): Promise<KnowledgeChanged> {
  return request(changed, `${api.team(scope)}/knowledge`, { method: "POST", body, ifMatch: etag });
}

/** Changes an entry of a team's index. */
export function changeTeamEntry(
  scope: TeamScope,
  id: string,
  body: ChangeTeamEntry,
  etag: string,
): Promise<KnowledgeChanged> {
  return request(changed, `${api.team(scope)}/knowledge/${segment(id)}`, { method: "PATCH", body, ifMatch: etag });
}

/** Takes an entry out of a team's index; its file stays. */
export function removeTeamEntry(scope: TeamScope, id: string, etag: string): Promise<KnowledgeChanged> {
  return request(changed, `${api.team(scope)}/knowledge/${segment(id)}`, { method: "DELETE", ifMatch: etag });
}

/** Takes back one revision of a registry or an index. */
export function undoKnowledge(workspace: string, path: string, revision: number): Promise<KnowledgeChanged> {
  return request(changed, `${api.knowledge(workspace)}/history/undo`, { method: "POST", body: { path, revision } });
}

/** Makes several copies one shared file, or shows what that would change; carried out on the preview that was seen. */
export function shareKnowledge(
  workspace: string,
  body: z.input<typeof ShareKnowledge>,
  etag?: string,
): Promise<SharedKnowledge> {
  return request(
    () => duplicates().then((all) => all.SharedKnowledge),
    `${api.knowledge(workspace)}/duplicates/share`,
    { method: "POST", body, ...(etag !== undefined && { ifMatch: etag }) },
  );
}

/** Takes a sharing back: the teams have their own files again. */
export function undoShare(workspace: string, act: string): Promise<ShareUndone> {
  return request(() => duplicates().then((all) => all.ShareUndone), `${api.knowledge(workspace)}/duplicates/undo`, {
    method: "POST",
    body: { act },
  });
}
