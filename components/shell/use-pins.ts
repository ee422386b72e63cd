import { useQuery } from "@tanstack/react-query";
import { useChange } from "@/components/shell/use-change";
import { pinSession, pinsQuery } from "@/lib/client/sessions";
import { say } from "@/lib/core/i18n/say";

const NONE: readonly string[] = [];

export function usePins(workspace: string): { pins: readonly string[]; pin: (session: string) => void } {
  const key = pinsQuery(workspace).queryKey;
  const { data } = useQuery(pinsQuery(workspace));
  const pins = data?.items ?? NONE;
  const { run } = useChange([key]);
  const send = (session: string, pinned: boolean) => pinSession({ workspace, session }, pinned);
  return {
    pins,
    pin: (session) => {
      const pinned = !pins.includes(session);
      void run({
        send: () => send(session, pinned),
        done: () => ({
          title: pinned ? say("{session} is pinned", { session }) : say("{session} is no longer pinned", { session }),
          undo: () => send(session, !pinned),
        }),
        failed: pinned ? say("Not pinned") : say("Not unpinned"),
      });
    },
  };
}
