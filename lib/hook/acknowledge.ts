import { stringOf } from "@/lib/core/text/parse-json";
import { dirname, join } from "node:path";
import { parseAck, spokenAcks } from "@/lib/core/context/ack";
import { sayOrOwe } from "@/lib/hook/debts";
import type { HookInput } from "@/lib/hook/hook-input";
import type { Ledger } from "@/lib/hook/ledger";
import type { Moment } from "@/lib/hook/moment";
import { messageOf, recentWords, type Transcript } from "@/lib/hook/transcript";
import type { Identity } from "@/lib/hook/who-is-it";

export interface SaidAck {
  role: string;
  /** From `[ACK-UPDATE]` on. */
  text: string;
}

/**
 * The acknowledgements that the agent of this moment gave: in its own last words, in a message it sent to the Lead, or in
 * the answers of its own transcript since it lost its context. What it was told, what it wrote into a document and what it quotes are none. A Lead has
 * none to give: its teammates say theirs themselves.
 */
export function saidAcks({ input, identity, ledger }: Moment): SaidAck[] {
  const { role } = identity;
  if (role === null || role === "Lead") return [];
  const words = [
    input.lastMessage,
    ...[input.tool, ...input.batch].flatMap(messageOf),
    ...recentWords(transcriptOf(input, identity), lostAt(ledger, identity)),
  ];
  const found = words.flatMap((text) => acksIn(text, role));
  return found.filter((ack, index) => found.findIndex((other) => other.text === ack.text) === index);
}

/**
 * The transcript of the agent itself: a teammate inside the Lead's process has one beside the Lead's, which is never taken
 * for its own, whatever the client names at this moment.
 */
function transcriptOf({ transcriptPath, sessionId, agentId }: HookInput, identity: Identity): Transcript {
  if (identity.hasOwnSession) return { path: transcriptPath, agentId: "" };
  const run = agentId || identity.instance;
  if (transcriptPath === "" || run === sessionId || !/^[\w@.-]+$/.test(run)) return { path: "", agentId: run }; // aimplementer-1-0f…
  return { path: join(dirname(transcriptPath), sessionId, "subagents", `agent-${run}.jsonl`), agentId: run };
}

/**
 * Hands acknowledgements to the server, each once; those it could not hear are owed to it. What is wrong with one that it refuses
 * is owed to the agent.
 */
export async function postAcks(moment: Moment, acks: readonly SaidAck[]): Promise<void> {
  const { server, ledger, session, identity, speaker } = moment;
  if (session === null) return;
  const path = `sessions/${encodeURIComponent(session)}/context/acks`;
  for (const { role, text } of acks) {
    // Another conversation may say the same, and so may this one once it has lost its context.
    const name = ["ack", session, identity.instance, text, lostAt(ledger, identity)];
    if (ledger.read(...name) !== null) continue;
    const answer = await sayOrOwe(server, ledger, { ...speaker, path, body: { role, text } });
    ledger.note(String(answer?.status ?? "owed"), ...name);
    if (answer?.status === 400) ledger.owe(refusalOf(answer.body), identity.instance);
  }
}

function lostAt(ledger: Ledger, { instance }: Identity): string {
  return ledger.read("lost-at", instance) ?? "";
}

function refusalOf({ detail, hint }: Record<string, unknown>): string {
  return `Wardroom: your acknowledgement was not taken. ${[detail, hint].map(stringOf).join(" ").trim()}`;
}

function acksIn(text: string, role: string): SaidAck[] {
  return spokenAcks(text).flatMap((part) => {
    try {
      parseAck(part);
      return [{ role, text: part.slice(0, LONGEST) }];
    } catch {
      // The form itself, or a sentence about it.
      return [];
    }
  });
}

/** What the contract takes. */
const LONGEST = 20_000;
