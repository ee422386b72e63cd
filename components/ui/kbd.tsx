import { cx } from "./cx";

const SYMBOLS: Record<string, string> = {
  mod: "⌘",
  shift: "⇧",
  enter: "↵",
  escape: "esc",
  arrowdown: "↓",
  arrowup: "↑",
  space: "space",
};

/** The keys of an action ("mod+k", "g s", "e"), drawn small; hidden from screen readers, which get `aria-keyshortcuts`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <span aria-hidden className={cx("inline-flex gap-0.5 pointer-coarse:hidden", className)}>
      {keys.split(" ").map((stroke, index) => (
        <kbd
          key={index}
          className="text-2xs rounded-sm border border-current/30 px-1 font-sans leading-[15px] font-normal text-current"
        >
          {stroke
            .split("+")
            .map((part) => SYMBOLS[part] ?? part)
            .join("")}
        </kbd>
      ))}
    </span>
  );
}
