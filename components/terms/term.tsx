import { Link } from "@/components/ui/link";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { TERMS, type TermId } from "@/lib/core/terms";
import { say } from "@/lib/core/i18n/say";

const TermOpened = lazyPart(() => import("./term-opened").then((module) => module.TermOpened));

/** A pointer that passes by opens nothing, and one that leaves has time to reach the text. Milliseconds. */
const OPENING = 300;
const CLOSING = 200;

/** A word that a newcomer cannot know: explained on hover and on focus, and in the docs, where it leads to. */
export function Term({ id, children }: { id: TermId; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLAnchorElement>(null);
  const name = say(TERMS[id].name);
  const text = say(TERMS[id].text);
  const change = (open: boolean, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Link
        ref={anchor}
        href={`/docs#${id}`}
        prefetch={false}
        aria-description={text}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && change(true, OPENING)}
        onPointerLeave={() => change(false, CLOSING)}
        onFocus={() => change(true, 0)}
        onBlur={() => change(false, 0)}
        onKeyDown={({ key }) => key === "Escape" && isOpen && change(false, 0)}
        className="underline decoration-dotted decoration-1 underline-offset-3 hover:decoration-solid"
      >
        {children ?? name}
      </Link>
      {isOpen && (
        <TermOpened
          name={name}
          text={text}
          anchor={anchor}
          onEnter={() => change(true, 0)}
          onLeave={() => change(false, CLOSING)}
        />
      )}
    </>
  );
}
