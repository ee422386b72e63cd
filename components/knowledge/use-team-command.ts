"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { commandTeamSession } from "@/lib/client/mutations/team-sessions";
import type { TeamSessionScope } from "@/lib/client/paths";
import { knowledgeKey } from "@/lib/client/queries/knowledge";
import { RequestError, wordsOf } from "@/lib/client/request-error";

/** What a command came to: the lines of its answer, or why it was refused. */
export interface CommandAnswer {
  command: string;
  lines: string[];
  bad: boolean;
  /** It was refused for the budget alone: a person may load it all the same. */
  mayForce: boolean;
}

/** Carries out the commands of a team session and keeps what they answered, the newest last. */
export function useTeamCommand(scope: TeamSessionScope) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [answers, setAnswers] = useState<readonly CommandAnswer[]>([]);

  async function command(text: string, force = false): Promise<void> {
    setBusy(true);
    let answer: CommandAnswer;
    try {
      const done = await commandTeamSession(scope, text, force);
      // What changed on disk is part of the message.
      const lines = [done.message, ...done.warnings];
      answer = { command: text, lines: [...new Set(lines)], bad: false, mayForce: false };
    } catch (error) {
      const { message, hint } = wordsOf(error);
      const mayForce = error instanceof RequestError && error.code === "over_budget";
      answer = { command: text, lines: hint ? [message, hint] : [message], bad: true, mayForce };
    }
    setAnswers((before) => [...before, answer].slice(-20));
    await client.invalidateQueries({ queryKey: knowledgeKey(scope.workspace) });
    setBusy(false);
  }

  return { busy, answers, command };
}

export type TeamCommands = ReturnType<typeof useTeamCommand>;
