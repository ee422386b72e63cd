import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";

/** Where the reader was, by entry of the browser's history and page; forgotten with the document. */
const places = new Map<string, unknown>();

/**
 * Lets the way back lead to where the reader was. `look` tells where that is when the reader leaves; `goTo` is given it when
 * the same entry of the history is shown again, as soon as the page is `ready`. A new visit begins at the beginning, and so
 * does every visit in a browser that does not tell the entries of its history apart.
 */
export function useKeptPlace<Place>(ready: boolean, look: () => Place, goTo: (place: Place) => void): void {
  const lookNow = useEffectEvent(look);
  const goToNow = useEffectEvent(goTo);
  useLayoutEffect(() => {
    if (!ready || !("navigation" in window)) return undefined;
    const { navigation } = window;
    const { pathname } = location;
    // While a page goes, the entry may be that of the next one already: the page's own path keeps them apart.
    const here = () => `${navigation.currentEntry?.key} ${pathname}`;
    if (places.has(here())) goToNow(places.get(here()) as Place);
    const keep = () => void places.set(here(), lookNow());
    navigation.addEventListener("navigate", keep);
    return () => navigation.removeEventListener("navigate", keep);
  }, [ready]);
}

/** For an element that scrolls: the way back finds it as it was left. */
export function useKeptScroll<Scrolled extends HTMLElement>(): RefObject<Scrolled | null> {
  const element = useRef<Scrolled>(null);
  useKeptPlace(
    true,
    () => element.current?.scrollTop ?? 0,
    (top) => element.current?.scrollTo({ top, behavior: "instant" }),
  );
  return element;
}
