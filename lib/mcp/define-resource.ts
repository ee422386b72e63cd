import type { Event } from "@/lib/contracts/events";
import type { Call } from "@/lib/mcp/call";
import type { Names } from "@/lib/mcp/resource-address";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";

export const MARKDOWN = "text/markdown";

export interface Listed {
  names: Names;
  title: string;
}

/** Where an event happened, and what it takes to look closer. */
export interface ChangedIn {
  workspace: string;
  services: Services;
  caller: Caller;
}

/** A kind of document that clients read as a resource. */
export interface ResourceKind {
  name: string;
  title: string;
  description: string;
  /** Such as `wardroom://{workspace}/sessions/{session}/memory`. */
  template: string;
  mimeType: string;
  /** Those the caller may reach in a workspace. */
  list: (call: Call, workspace: string) => Promise<Listed[]>;
  /** The whole text of one. Throws `not_found` and `forbidden` as the services do. */
  read: (call: Call, names: Names) => Promise<string>;
  /** The names of those that an event says have changed. `caller` reaches everything. */
  changedBy: (event: Event, place: ChangedIn) => Names[] | Promise<Names[]>;
}

/** Fails to compile for a kind that lacks something, and lets its handlers' types be found. */
export function defineResource(kind: ResourceKind): ResourceKind {
  return kind;
}
