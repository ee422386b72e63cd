import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { RelayDecided } from "@/lib/contracts/memory";

const relayDecidedContract = () => import("@/lib/contracts/memory").then((contracts) => contracts.RelayDecided);

/** Writes a relay to its role's section, with other words where `text` is given. */
export function approveRelay(scope: SessionScope, relay: string, text?: string): Promise<RelayDecided> {
  return request(relayDecidedContract, `${api.relay(scope, relay)}/approve`, {
    method: "POST",
    body: text === undefined ? {} : { text },
  });
}

/** Turns a relay down; the reason goes back to who sent it. */
export function rejectRelay(scope: SessionScope, relay: string, reason: string): Promise<RelayDecided> {
  return request(relayDecidedContract, `${api.relay(scope, relay)}/reject`, { method: "POST", body: { reason } });
}
