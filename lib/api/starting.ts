import { answerLive, answerStarting } from "@/lib/api/answer-live";
import { withSecurityHeaders } from "@/lib/api/security-headers";

export { startJsonLog } from "@/lib/api/log";

const EARLY: Readonly<Record<string, (request: Request) => Response>> = {
  "/api/health/live": answerLive,
  "/api/health/ready": answerStarting,
};

/** Headers that tell whether a request is meant for this server. */
const TELLING = ["host", "origin", "sec-fetch-site"];

/** Answers those who ask after a server that is still starting; null for all other requests, which wait. */
export function answerEarly(
  method: string,
  target: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Response | null {
  const answer = method === "GET" ? EARLY[target] : undefined;
  if (answer === undefined) return null;
  const told = TELLING.flatMap((name) => [headers[name] ?? []].flat().map((value): [string, string] => [name, value]));
  return withSecurityHeaders(answer(new Request(`http://localhost${target}`, { headers: told })));
}
