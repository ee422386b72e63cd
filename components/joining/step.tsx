import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { say } from "@/lib/core/words/say";

interface StepProps {
  number: number;
  title: string;
  done?: boolean;
  waiting?: boolean;
  children: ReactNode;
}

/** One of a few steps on a page: done, to do now, or not yet. */
export function Step({ number, title, done = false, waiting = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cx(
          "flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold",
          done
            ? "border-ok bg-ok-soft text-ok"
            : waiting
              ? "border-line-strong text-fg-3"
              : "border-accent text-accent",
        )}
      >
        {done ? "✓" : number}
      </span>
      <section className="min-w-0 flex-1" aria-label={title}>
        <h2 className={cx("mb-2 leading-6 font-semibold", waiting && "text-fg-3")}>
          {title}
          {done && <span className="sr-only"> {say("(done)")}</span>}
        </h2>
        {children}
      </section>
    </li>
  );
}
