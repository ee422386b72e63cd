import { randomBytes } from "node:crypto";
import type { Inbox } from "@/lib/contracts/inbox";
import { wakes, fitEntries } from "@/lib/core/inbox/entry";
import { renderInbox } from "@/lib/core/inbox/render-inbox";
import { disarm, frameText } from "@/lib/core/text/frame";
import type { Moment } from "@/lib/hook/moment";

/** What of an inbox is told beside the context, and how the server hears that it was. */
export interface News {
  inbox: Inbox;
  /** Whether any of it matters enough to be told in the midst of work. */
  matters: boolean;
}

/** What is new for the agent of this moment, or that its role is no teammate (any more); null where no server answers. */
export async function readNews({ server, session, identity }: Moment): Promise<News | "no teammate" | null> {
  if (server === null || session === null || identity.role === null) return null;
  const as = identity.role === "Lead" ? null : identity.role;
  const answer = await server.call("GET", `${pathOf(session)}?wait=0`, as);
  if (answer?.status === 404) return "no teammate";
  if (answer?.status !== 200 || !Array.isArray(answer.body["entries"])) return null;
  const inbox = answer.body as unknown as Inbox;
  return { inbox, matters: inbox.entries.some(wakes) };
}

/** The news as they are told in at most `room` characters; "" for none. Exactly one of all hooks of a run tells them. */
export function tellNews({ inbox }: News, { ledger, identity, session }: Moment, room: number): string {
  const { entries, left, also, mark } = inbox;
  if (entries.length + left.length + also.length === 0 || mark === null) return "";
  const source = `inbox of ${identity.role ?? ""} in ${session ?? ""}`;
  const framed = (text: string) => frameText(text, { source, author: null, boundary: randomBytes(4).toString("hex") });
  const words = { again: "the tool inbox with again" };
  // What is shown in the place of a sign may be longer than the sign: it is done before it is measured.
  const shown = entries.map((entry) => ({
    ...entry,
    text: disarm(entry.text),
    note: entry.note && disarm(entry.note),
  }));
  for (let space = room; space > 0; space = Math.floor(space / 2)) {
    const fitting = fitEntries(shown, space, { before: left });
    const text = framed(renderInbox({ ...inbox, entries: fitting.shown, left: fitting.left }, words));
    if (text.length > room) continue;
    return ledger.claim("inbox", session ?? "", identity.instance, mark) ? text : "";
  }
  return "";
}

function pathOf(session: string): string {
  return `sessions/${encodeURIComponent(session)}/inbox`;
}
