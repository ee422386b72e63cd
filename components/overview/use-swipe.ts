import { useRef, useState, type PointerEvent } from "react";

/** So far a thumb moves before it counts, in pixels. */
const FAR = 96;
/** Less than this is a tap, or the page that scrolls. */
const NEAR = 12;

interface Swipes {
  right: (() => void) | undefined;
  left: (() => void) | undefined;
}

/** A row that is swiped by thumb: how far it is moved now, and what it listens to. A mouse selects text as ever. */
export function useSwipe({ right, left }: Swipes) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const [offset, setOffset] = useState(0);

  function end() {
    start.current = undefined;
    setOffset(0);
  }

  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "mouse") return;
        start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (start.current === undefined) return;
        const across = event.clientX - start.current.x;
        const down = event.clientY - start.current.y;
        if (offset === 0 && (Math.abs(across) < NEAR || Math.abs(down) > Math.abs(across))) return;
        setOffset(across);
      },
      onPointerUp() {
        const act = offset >= FAR ? right : offset <= -FAR ? left : undefined;
        end();
        act?.();
      },
      onPointerCancel: end,
    },
  };
}
