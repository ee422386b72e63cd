import { call } from "@/lib/client/call";
import { useChange } from "@/components/shell/use-change";
import { createSession, sessionsQuery, trashQuery } from "@/lib/client/sessions";
import type { FinishSession, HarvestItem } from "@/lib/contracts/harvest";
import type { CreateSession, Session } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/i18n/say";

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

  const send = (session: string, body: FinishSession) =>
    run({
      send: () => call("POST /sessions/{session}/finish", { params: { workspace, session }, body }),
      done: ({ files }) => ({
        title: say("{session} is {finished, select, true {finished} other {at work again}}", {
          session,
          finished: String(body.finished),
        }),
        ...(files.length > 0 && { detail: files.join(", ") }),
        action: body.finished
          ? { label: say("Undo"), run: () => void reopen(session, true) }
          : { label: say("Finish"), run: () => void send(session, { finished: true }) },
      }),
      failed: say("{session} was not {finished, select, true {finished} other {reopened}}", {
        session,
        finished: String(body.finished),
      }),
    });
  const reopen = (session: string, undo = false) => send(session, { finished: false, undo });
  const finish = (session: string, items: readonly Pick<HarvestItem, "id" | "to">[], includeOpen: boolean) =>
    send(session, { finished: true, includeOpen, harvest: items.map(({ id, to }) => ({ item: id, to })) });

  return {
    busy,
    restore,
    finish,
    reopen,
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
