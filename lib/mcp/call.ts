import type { Problem } from "@/lib/contracts/primitives";
import type { Runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";
import type { Services } from "@/lib/services/services";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** How an error is told: what is not the caller's to know is logged, and only its number told. */
export type ExplainError = (error: unknown, instance: string) => Problem;

/** What everything that answers one MCP request is given. */
export interface Call {
  runtime: Runtime;
  services: Services;
  /** Who calls: the role its token or its announcement names, or nobody in particular of a team. */
  caller: Caller;
  /** What the connection says it is about, for calls that name nothing. */
  place: NamedPlace;
  signal: AbortSignal;
  explain: ExplainError;
  /** Has something done once the answer has gone out whole; never where the client left before. */
  onDelivered: (work: () => Promise<unknown>) => void;
}

/** The arguments by which a caller that reaches several names one. */
export interface NamedPlace {
  workspace?: string | undefined;
  session?: string | undefined;
}

export interface SessionCall extends Call {
  params: SessionParams;
}

export interface WorkspaceCall extends Call {
  params: { workspace: string };
}
