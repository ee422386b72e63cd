import { parseAck } from "@/lib/core/context/ack";
import type { HookInput } from "@/lib/hook/hook-input";
import type { Moment } from "@/lib/hook/moment";
import { recentWords, textsOf } from "@/lib/hook/transcript";

/** An acknowledgement that was said, and by whom. */
export interface SaidAck {
  role: string;
  /** From `[ACK-UPDATE]` on. */
  text: string;
  version: string;
}

/**
 * The acknowledgements in what an agent said at this moment: its last words, the messages it sent, its edits. A Lead's
 * prompt carries those of its teammates, each named by the client.
 */
export function saidAcks(input: HookInput, role: string): SaidAck[] {
  if (role === "Lead") return messagesIn(input.prompt).flatMap((each) => acksIn(each.text, each.role));
  const words = [
    input.lastMessage,
    input.prompt,
    ...textsOf(input.tool.input),
    ...input.batch.flatMap((call) => textsOf(call.input)),
    ...recentWords(input),
  ];
  const found = words.flatMap((text) => acksIn(text, role));
  return found.filter((ack, index) => found.findIndex((other) => other.text === ack.text) === index);
}

/** Hands acknowledgements to the server, each once; those it could not hear wait for the next moment. */
export async function postAcks({ server, ledger, session }: Moment, acks: readonly SaidAck[]): Promise<void> {
  if (server === null || session === null) return;
  for (const { role, text } of acks) {
    const name = ["ack", session, role, text];
    if (ledger.has(...name)) continue;
    const answer = await server.call("POST", `sessions/${encodeURIComponent(session)}/context/acks`, role, {
      role,
      text,
    });
    // A refusal is an answer too: saying it again would not help.
    if (answer !== null && answer.status < 500) ledger.note(String(answer.status), ...name);
  }
}

function acksIn(text: string, role: string): SaidAck[] {
  return text
    .split(/(?=\[ACK-UPDATE\])/) // before each "[ACK-UPDATE] GC-v5"
    .filter((part) => part.startsWith("[ACK-UPDATE]"))
    .flatMap((part) => {
      try {
        return [{ role, text: part.trim().slice(0, LONGEST), version: parseAck(part).version }];
      } catch {
        // The form itself, or a sentence about it.
        return [];
      }
    });
}

/** What the contract takes. */
const LONGEST = 20_000;

// <teammate-message teammate_id="implementer-1" color="blue">[ACK-UPDATE] …</teammate-message>, from a named subagent
// <agent-message from="implementer-1">[ACK-UPDATE] …</agent-message>
const MESSAGE = /<(teammate|agent)-message\b[^>]*\b(?:teammate_id|from)="([^"]+)"[^>]*>([\s\S]*?)<\/\1-message>/g;

function messagesIn(prompt: string): { role: string; text: string }[] {
  return [...prompt.matchAll(MESSAGE)].map(([, , role = "", text = ""]) => ({ role, text }));
}
