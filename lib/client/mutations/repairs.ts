import { api } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { Repair, RepairSettings } from "@/lib/contracts/repairs";

const repairContract = () => import("@/lib/contracts/repairs").then((contracts) => contracts.Repair);
const settingsContract = () => import("@/lib/contracts/repairs").then((contracts) => contracts.RepairSettings);

/** Puts the lines back, leaves the file as it was saved, or takes out again what was put back. */
export function decideRepair(workspace: string, id: string, act: "apply" | "dismiss" | "undo"): Promise<Repair> {
  return request(repairContract, `${api.repair(workspace, id)}/${act}`, { method: "POST", body: {} });
}

/** Sets what is done about saves of old copies from now on. */
export function setRepairMode(workspace: string, mode: RepairSettings["mode"]): Promise<RepairSettings> {
  return request(settingsContract, api.repairs(workspace), { method: "PUT", body: { mode } });
}
