import { useMutation, useQueryClient, type InferDataFromTag, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { toast, type ToastMessage } from "@/components/ui/toast-queue";
import { RequestError, wordsOf } from "@/lib/client/request-error";
import { say } from "@/lib/core/i18n/say";
import { complain } from "./complain";

/** What was read under a key, as a change that is on its way will make it. */
export interface Foreseen {
  queryKey: QueryKey;
  change: (data: unknown) => unknown;
}

/** What is said of a change that was made; with `undo`, it can be taken back. */
interface Made extends ToastMessage {
  undo?: (() => Promise<unknown>) | undefined;
}

export interface Change<Answer> {
  /** Shown before the server has answered, and taken back if it refuses. */
  foresee?: readonly Foreseen[];
  send: () => Promise<Answer>;
  /** Nothing is said where it answers nothing. */
  done?: (answer: Answer) => Made | undefined;
  /** The title of what is said when it was refused, or who says it instead; without it, `refused` and `fault` are for a form to show. */
  failed?: string | ((error: Error) => void);
  /** The text that the change was about, for the other side of a conflict. */
  about?: string;
}

/** A change that met another one: what the reader wanted, and the answer, which may say what stands there now. */
export interface Conflict {
  title: string;
  yours: string;
  error: RequestError;
}

interface Options {
  /** The key that undoes what was done last, on a page that has one. */
  undoKey?: string;
  /** Of what is said under the same key only the newest stays. */
  key?: string;
  /** Shows a conflict with both sides, where the change says what it was about. */
  onConflict?: ((conflict: Conflict) => void) | undefined;
}

interface Undoable {
  title: string;
  undo: () => Promise<unknown>;
}

interface Sent extends Pick<Change<unknown>, "foresee" | "failed" | "about"> {
  send: () => Promise<Made | undefined>;
  tell: (done: boolean) => void;
  again: () => void;
}

/** How long after an own change its echo may still come: the stream tells of it a moment after the answer. */
const ECHO = 400;

let underWay = 0;

/** Whether what changes now is, or may be, the reader's own doing. */
export function isOwnUnderWay(): boolean {
  return underWay > 0;
}

/** What `query` has read, as `change` makes it; where nothing was read, nothing is foreseen. */
export function foreseen<Key extends QueryKey>(
  { queryKey }: { queryKey: Key },
  change: (data: InferDataFromTag<unknown, Key>) => InferDataFromTag<unknown, Key>,
): Foreseen {
  return { queryKey, change: change as Foreseen["change"] };
}

/**
 * Makes changes: shows at once what is foreseen, says what came of each, offers to undo it, and reads anew what is kept
 * under the keys `refresh`. `run` tells whether it was done.
 */
export function useChange(refresh: readonly QueryKey[], { undoKey, key, onConflict }: Options = {}) {
  const client = useQueryClient();
  const [undoable, setUndoable] = useState<readonly Undoable[]>([]);
  const [refused, setRefused] = useState<Error>();

  const { mutate, isPending } = useMutation({
    // The server is often on the same machine: it may answer without a network.
    networkMode: "always",
    onMutate: async ({ foresee = [], failed }: Sent) => {
      underWay++;
      if (failed === undefined) setRefused(undefined);
      // An answer that is already on its way would overwrite what is foreseen.
      await Promise.all(foresee.map(({ queryKey }) => client.cancelQueries({ queryKey })));
      return foresee.map(({ queryKey, change }) => {
        const before = client.getQueryData(queryKey);
        client.setQueryData(queryKey, (data: unknown) => (data === undefined ? undefined : change(data)));
        return () => client.setQueryData(queryKey, before);
      });
    },
    mutationFn: ({ send }: Sent) => send(),
    onSuccess: (made, { tell }) => {
      if (made) tellOf(made);
      tell(true);
    },
    onError: (error, { failed, about, tell, again }, takeBack = []) => {
      for (const each of takeBack) each();
      if (typeof failed === "function") failed(error);
      else if (failed === undefined) setRefused(error);
      else if (onConflict && about !== undefined && error instanceof RequestError && error.code === "conflict") {
        onConflict({ title: failed, yours: about, error });
      } else complain(failed, error, again);
      tell(false);
    },
    // Whoever asked goes on at once; the next change waits until what it rests on was read again.
    onSettled: () =>
      Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey }))).finally(() =>
        setTimeout(() => underWay--, ECHO),
      ),
  });

  function run<Answer>({ send, done, ...rest }: Change<Answer>): Promise<boolean> {
    const change = async () => {
      const answer = await send();
      const made = done?.(answer);
      return made && { key, ...made };
    };
    return new Promise((tell) => {
      // Who asked was told that it failed; trying again tells by its message alone.
      const again = () => mutate({ ...rest, send: change, tell: () => undefined, again });
      mutate({ ...rest, send: change, tell, again });
    });
  }

  function tellOf({ undo, ...message }: Made): void {
    if (!undo) {
      toast(message);
      return;
    }
    const made = { title: message.title, undo };
    setUndoable((past) => [...past.slice(-19), made]);
    toast({
      ...message,
      action: { label: say("Undo"), ...(undoKey && { keys: undoKey }), run: () => takeBack(made) },
    });
  }

  function takeBack(made: Undoable): void {
    setUndoable((past) => past.filter((each) => each !== made));
    void run({
      send: made.undo,
      // Without a key, so that it does not replace the message about the change itself.
      done: () => ({ title: say("Undone: {title}", { title: made.title }), key: undefined }),
      failed: say("Not undone"),
      about: made.title,
    });
  }

  const last = undoable.at(-1);
  return {
    busy: isPending,
    run,
    refused,
    fault: refused && wordsOf(refused).message,
    lastDone: last,
    undoLast: () => last && takeBack(last),
  };
}
