"use client";
import { useChange } from "@/components/shell/use-change";
import {
  createSession,
  deleteSession,
  finishSession,
  restoreSession,
  sessionsQuery,
  trashQuery,
} from "@/lib/client/sessions";
import type { CreateSession, Session } from "@/lib/contracts/sessions";

/** Makes sessions, finishes and reopens them, moves them to the trash and restores them; each tells whether it was done. */
export function useSessionActs(workspace: string) {
  const { busy, run } = useChange([sessionsQuery(workspace).queryKey, trashQuery(workspace).queryKey]);

  const restore = (session: string) =>
    run({
      send: () => restoreSession({ workspace, session }),
      done: () => ({
        title: `${session} is back`,
        detail: "Create new tokens for its roles: the old ones stay revoked.",
      }),
      failed: `${session} was not restored`,
    });

  const finish = (session: string, finished: boolean) =>
    run({
      send: () => finishSession({ workspace, session }, finished),
      done: () => ({
        title: `${session} is ${finished ? "finished" : "at work again"}`,
        action: {
          label: finished ? "Reopen" : "Finish",
          run: () => void finish(session, !finished),
        },
      }),
      failed: `${session} was not ${finished ? "finished" : "reopened"}`,
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
          return undefined;
        },
        failed,
      }),
    remove: (session: string) =>
      run({
        send: () => deleteSession({ workspace, session }),
        done: () => ({
          title: `${session} is in the trash`,
          action: { label: "Restore", run: () => void restore(session) },
        }),
        failed: `${session} was not moved`,
      }),
  };
}
