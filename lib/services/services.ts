import { authenticationService } from "@/lib/services/authentication";
import type { ServiceContext } from "@/lib/services/context";
import { curationService } from "@/lib/services/curation";
import { eventService } from "@/lib/services/events";
import { memoryService } from "@/lib/services/memory";
import { relayService } from "@/lib/services/relays";
import { revisionService } from "@/lib/services/revisions";
import { sessionService } from "@/lib/services/sessions";
import { tokenService } from "@/lib/services/tokens";
import { workspaceService } from "@/lib/services/workspaces";

/** Every use case, for all faces alike. */
export type Services = ReturnType<typeof createServices>;

/** Builds the use cases on one context. */
export function createServices(context: ServiceContext, ownerToken: string) {
  return {
    authentication: authenticationService(context, ownerToken),
    workspaces: workspaceService(context),
    sessions: sessionService(context),
    memory: memoryService(context),
    curation: curationService(context),
    relays: relayService(context),
    revisions: revisionService(context),
    tokens: tokenService(context),
    events: eventService(context),
  };
}
