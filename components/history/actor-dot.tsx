import { cx } from "@/components/ui/cx";
import type { ActorKind } from "@/lib/contracts/primitives";

const DOTS: Record<ActorKind, string> = {
  person: "rounded-full bg-accent",
  agent: "rounded-[2px] bg-fg-3",
  disk: "rounded-full border-2 border-warn bg-bg",
};

const WORDS: Record<ActorKind, string> = { person: "A person", agent: "An agent", disk: "On disk" };

/** What kind of actor it was, by shape as well as colour: a person, an agent, or the disk. */
export function ActorDot({ kind, className }: { kind: ActorKind; className?: string }) {
  return (
    <span className={cx("inline-flex", className)} title={WORDS[kind]}>
      <i aria-hidden className={cx("block size-2", DOTS[kind])} />
      <span className="sr-only">{WORDS[kind]}: </span>
    </span>
  );
}
