import type { Tone } from "./badge";
import { cx } from "./cx";

const TONES: Record<Tone, string> = {
  neutral: "text-fg-3",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
};

const SHAPES = {
  square: "rounded-[2px] bg-current",
  diamond: "rotate-45 rounded-[1px] bg-current",
  dot: "rounded-full bg-current",
  ring: "rounded-full border-2 border-current",
  bar: "h-[3px] rounded-[1px] bg-current",
} as const;

export type Shape = keyof typeof SHAPES;

/** A small sign before a word: its shape tells as much as its colour. */
export function Mark({
  tone = "neutral",
  shape = "square",
  className,
}: {
  tone?: Tone;
  shape?: Shape;
  className?: string;
}) {
  return <i aria-hidden className={cx("inline-block size-[7px] shrink-0", TONES[tone], SHAPES[shape], className)} />;
}
