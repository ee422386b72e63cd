import { call } from "@/lib/client/call";
import { useRef, useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { knowledgeKey } from "@/lib/client/knowledge";
import type { TeamSessionScope } from "@/lib/client/paths";
import { RequestError, wordsOf } from "@/lib/client/request-error";

/** What a command came to: the lines of its answer, or why it was refused. */
export interface CommandAnswer {
  command: string;
  lines: string[];
  bad: boolean;
  /** It was refused for the budget alone: a person may load it all the same. */
  mayForce: boolean;
}

/** Carries out the commands of a team session, one after the other, and keeps what they answered, the newest last. */
export function useTeamCommand(scope: TeamSessionScope) {
  const { busy, run } = useChange([knowledgeKey(scope.workspace)]);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const [answers, setAnswers] = useState<readonly CommandAnswer[]>([]);
  const tell = (answer: CommandAnswer) => setAnswers((before) => [...before, answer].slice(-20));

  const send = (text: string, force: boolean) =>
    run({
      send: () =>
        call("POST /teams/{team}/sessions/{session}/commands", { params: scope, body: { command: text, force } }),
      // What changed on disk is part of the message.
      done: ({ message, warnings }) => {
        tell({ command: text, lines: [...new Set([message, ...warnings])], bad: false, mayForce: false });
        return undefined;
      },
      failed: (error) => {
        const { message, hint } = wordsOf(error);
        const mayForce = error instanceof RequestError && error.code === "over_budget";
        tell({ command: text, lines: hint ? [message, hint] : [message], bad: true, mayForce });
      },
    });

  // A command that is typed while another is carried out is never dropped: it waits for it.
  const command = (text: string, force = false) => {
    before.current = before.current.then(() => send(text, force));
  };

  return { busy, answers, command };
}

export type TeamCommands = ReturnType<typeof useTeamCommand>;
