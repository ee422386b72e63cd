import { setImmediate as soon } from "node:timers/promises";
import { ownListening } from "@/lib/api/listening";
import { assertNotCrossOrigin, assertOwnOrigin } from "@/lib/api/origin";
import { problemResponse } from "@/lib/api/problem";
import type { Liveness, Readiness } from "@/lib/contracts/server";
import type { Runtime } from "@/lib/runtime";

/** That this process answers at all: waits for nothing, so that a server that starts, restores or drains is not taken for dead. */
export function answerLive(request: Request): Response {
  return answerProbe(request, { status: "live" }, 200);
}

/** Of a server that does not answer anything else yet. */
export function answerStarting(request: Request): Response {
  return answerProbe(request, { status: "starting", problem: null }, 503);
}

/** Whether requests should be sent here; waits for no runtime that is still to be opened, at the start or by a restore. */
export async function answerReady(request: Request): Promise<Response> {
  // What has been opened comes first.
  const opened = await Promise.race([globalThis.wardroomRuntime?.catch(() => undefined), soon(undefined)]);
  if (opened === undefined) return answerStarting(request);
  const body = await readiness(opened);
  return answerProbe(request, body, body.status === "ready" ? 200 : 503);
}

async function readiness({ draining, fault }: Runtime): Promise<Readiness> {
  const problem = await fault();
  if (draining.aborted) return { status: "draining", problem };
  return { status: problem === null ? "ready" : "failing", problem };
}

function answerProbe(request: Request, body: Liveness | Readiness, status: number): Response {
  try {
    assertOwnOrigin(request.headers, ownListening());
    assertNotCrossOrigin(request.headers);
  } catch (error) {
    return problemResponse(error, request);
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  });
}
