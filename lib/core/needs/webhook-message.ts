import { sayKinds } from "@/lib/core/needs/kind-words";
import type { NeedKind } from "@/lib/core/needs/rank-needs";
import { sayCount } from "@/lib/core/text/say-count";

/** What a message tells of something that waits: where and what, never what it says. */
export interface ToldNeed {
  kind: NeedKind;
  session: string | null;
  role: string | null;
}

/** A message as Slack's incoming webhooks take it, and what copies them. */
export interface WebhookMessage {
  text: string;
}

/** So many sessions are told of in one message. */
const MOST_SESSIONS = 20;
/** So many roles of a session are named. */
const MOST_ROLES = 5;

/** What came to wait, a line for each session. No text of a memory, a file or a person is in it. */
export function webhookMessage(workspace: string, needs: readonly ToldNeed[]): WebhookMessage {
  const bySession = new Map<string, ToldNeed[]>();
  for (const need of needs) {
    const id = need.session ?? "";
    bySession.set(id, [...(bySession.get(id) ?? []), need]);
  }
  const lines = [...bySession].slice(0, MOST_SESSIONS).map(([session, all]) => {
    const kinds: Partial<Record<NeedKind, number>> = {};
    for (const { kind } of all) kinds[kind] = (kinds[kind] ?? 0) + 1;
    const roles = [...new Set(all.flatMap(({ role }) => (role === null ? [] : [role])))];
    const named = roles.slice(0, MOST_ROLES).join(", ");
    const more = roles.length > MOST_ROLES ? ` and ${roles.length - MOST_ROLES} more` : "";
    const who = roles.length === 0 ? "" : ` (${named}${more})`;
    return `• ${session === "" ? "Files of no session" : session}: ${sayKinds(kinds)}${who}`;
  });
  const left = bySession.size - lines.length;
  const rest = left > 0 ? [`… and ${sayCount(left, "more session", "more sessions")}`] : [];
  const head = `Wardroom, ${workspace}: ${sayCount(needs.length, "thing needs", "things need")} you`;
  return { text: [head, ...lines, ...rest].map(escapeForSlack).join("\n") };
}

/** The three characters that Slack takes for its own. */
function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
