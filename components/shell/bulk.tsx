import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PROGRESS } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { wordsOf } from "@/lib/client/request-error";
import { say } from "@/lib/core/i18n/say";
import { doEach, type DoneEach, type Undo } from "./do-each";

/** What is so few is done before it could be read how far it is. */
const FEW = 10;

export interface Progress {
  done: number;
  total: number;
  stop: () => void;
}

/** Acts on many things, one after the other, telling how far it is; it can be stopped. */
export function useBulk() {
  const [progress, setProgress] = useState<Progress>();

  async function each<Thing>(things: readonly Thing[], act: (thing: Thing) => Promise<Undo>): Promise<DoneEach<Thing>> {
    if (things.length <= FEW) return doEach(things, act);
    const stopping = new AbortController();
    const show = (done: number) => setProgress({ done, total: things.length, stop: () => stopping.abort() });
    show(0);
    try {
      return await doEach(things, act, { onStep: show, signal: stopping.signal });
    } finally {
      setProgress(undefined);
    }
  }

  return { progress, each };
}

/** What is said of things that were left: why, where they were refused. */
export function sayLeft({ left, refused }: Pick<DoneEach<unknown>, "left" | "refused">): { detail?: string } {
  if (left === 0) return {};
  if (refused === undefined)
    return { detail: say("Stopped: {left, plural, one {# other} other {# others}} left as before.", { left }) };
  return {
    detail: say("{left, plural, one {# other} other {# others}} not done: {message}", {
      left,
      message: wordsOf(refused).message,
    }),
  };
}

/** How far it is, at the end of the screen, with a way to stop it. */
export function BulkBar({ progress }: { progress: Progress | undefined }) {
  if (progress === undefined) return null;
  const { done, total, stop } = progress;
  return (
    <div className="pointer-events-none sticky bottom-3 z-[2] flex justify-center px-2">
      <div className="border-line-strong bg-raised shadow-pop pointer-events-auto flex items-center gap-3 rounded-lg border py-1.5 ps-3 pe-1.5">
        <progress aria-label={say("Done so far")} value={done} max={total} className={cx(PROGRESS, "w-32")} />
        <span className="text-xs tabular-nums">{say("{done, number} of {total, number}", { done, total })}</span>
        <Button size="small" onClick={stop}>
          {say("Stop")}
        </Button>
      </div>
    </div>
  );
}
