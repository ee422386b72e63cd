import { ChevronDown } from "./icons";
import { Suspense, useState } from "react";
import { cx } from "./cx";
import type { ChoiceMenuProps } from "./menu-props";
import { unframedPart } from "./lazy-part";

const ChoiceMenuOpened = unframedPart(() => import("./opened").then((module) => module.ChoiceMenuOpened));

/**
 * A button that opens a list of which several may be chosen, and says what is. What is chosen stays in the list where it is not
 * among the options any more. The button alone is on the page; the list is fetched when it is wanted.
 */
export function ChoiceMenu({ onChange, ...props }: ChoiceMenuProps) {
  const [wanted, setWanted] = useState(false);
  const closed = <ChoiceButton {...props} aria-haspopup="menu" onClick={() => setWanted(true)} />;
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ChoiceMenuOpened {...props} onChange={onChange} trigger={<ChoiceButton {...props} />} />
    </Suspense>
  );
}

type ChoiceButtonProps = Omit<ChoiceMenuProps, "onChange"> & Omit<React.ComponentProps<"button">, "onChange">;

function ChoiceButton({ label, options, chosen, ...button }: ChoiceButtonProps) {
  const [first] = chosen;
  const said = options.find(({ value }) => value === first)?.label ?? first;
  return (
    <button
      type="button"
      {...button}
      className={cx(
        "inline-flex h-6 max-w-56 shrink-0 items-center gap-1 rounded-full border px-2 text-xs whitespace-nowrap select-none",
        chosen.length > 0
          ? "bg-accent-soft text-accent border-transparent font-semibold"
          : "border-line text-fg-2 hover:bg-hover",
      )}
    >
      <span className="truncate">
        {label}
        {said !== undefined && `: ${said}`}
        {chosen.length > 1 && ` +${chosen.length - 1}`}
      </span>
      <ChevronDown size={12} aria-hidden className="shrink-0" />
    </button>
  );
}
