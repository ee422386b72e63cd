import { call } from "@/lib/client/call";
import { useChange } from "@/components/shell/use-change";
import { createSession, sessionsQuery, trashQuery } from "@/lib/client/sessions";
import type { CreateSession, Session } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/words/say";

/** Makes sessions, finishes and reopens them, moves them to the trash and restores them; each tells whether it was done. */
export function useSessionActs(workspace: string) {
  const { busy, run } = useChange([sessionsQuery(workspace).queryKey, trashQuery(workspace).queryKey]);

  const restore = (session: string, deletedAt?: string) =>
    run({
      send: () => call("POST /sessions/{session}/restore", { params: { workspace, session }, query: { deletedAt } }),
      done: () => ({
        title: say("{session} is back", { session }),
        detail: say("Create new tokens for its roles: the old ones stay revoked."),
      }),
      failed: say("{session} was not restored", { session }),
    });

  const finish = (session: string, finished: boolean) =>
    run({
      send: () => call("POST /sessions/{session}/finish", { params: { workspace, session }, body: { finished } }),
      done: () => ({
        title: say("{session} is {finished, select, true {finished} other {at work again}}", {
          session,
          finished: String(finished),
        }),
        action: {
          label: finished ? say("Reopen") : say("Finish"),
          run: () => void finish(session, !finished),
        },
      }),
      failed: say("{session} was not {finished, select, true {finished} other {reopened}}", {
        session,
        finished: String(finished),
      }),
    });

  return {
    busy,
    restore,
    finish,
    create: (body: CreateSession, onCreated: (session: Session) => void, failed: (error: Error) => void) =>
      run({
        send: () => createSession(workspace, body),
        done: (session) => {
          onCreated(session);
        },
        failed,
      }),
    remove: (session: string) =>
      run({
        send: () => call("DELETE /sessions/{session}", { params: { workspace, session } }),
        done: () => ({
          title: say("{session} is in the trash", { session }),
          action: { label: say("Restore"), run: () => void restore(session) },
        }),
        failed: say("{session} was not moved", { session }),
      }),
  };
}
