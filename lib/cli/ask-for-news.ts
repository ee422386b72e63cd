import type { Inbox } from "@/lib/contracts/inbox";
import { RequestError } from "@/lib/client/request-error";
import { noAnswerHint } from "@/lib/cli/no-answer-hint";

/** A server that had taken a request and was gone before it answered. */
export class CutOff extends RequestError {
  constructor(origin: string) {
    const hint = `Look whether it was done, with: wardroom events. ${noAnswerHint(origin)}`;
    super("unreachable", `The Wardroom at ${origin} was gone before it answered.`, 0, hint);
  }
}

/** So long a server that starts again is not asked. Milliseconds. */
const REST_MS = 250;

/** Asks for news until there are some or `wait` seconds are over, as `outliveServer` does. */
export function askForNews(ask: (seconds: number) => Promise<Inbox>, wait: number): Promise<Inbox> {
  return outliveServer(ask, wait, isEmpty);
}

/**
 * Has a call answered that may wait for `wait` seconds, whatever becomes of the server meanwhile: one that is stopped answers before
 * its time, which `isEarly` tells, one that dies does not answer, and the next one is asked for the rest of the time. Throws at once
 * where no server was there to begin with, and in the end where none is there again.
 */
export async function outliveServer<T>(
  ask: (seconds: number) => Promise<T>,
  wait: number,
  isEarly: (answer: T) => boolean,
): Promise<T> {
  const deadline = performance.now() + wait * 1000;
  for (let wasThere = false; ;) {
    const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    try {
      const answer = await ask(left);
      wasThere = true;
      if (left === 0 || !isEarly(answer) || performance.now() >= deadline) return answer;
    } catch (error) {
      wasThere ||= isCutOff(error);
      if (left === 0 || !wasThere || !isGone(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

function isEmpty({ updates, entries, left, also }: Inbox): boolean {
  return updates.length + entries.length + left.length + also.length === 0;
}

function isGone(error: unknown): boolean {
  return isCutOff(error) || (error instanceof RequestError && error.code === "unreachable");
}

/** Also within an answer, which Node tells of with its own word. */
export function isCutOff(error: unknown): boolean {
  return error instanceof CutOff || (error instanceof Error && "code" in error && error.code === "ECONNRESET");
}
