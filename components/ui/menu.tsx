import { cloneElement, Suspense, useState } from "react";
import { unframedPart } from "./lazy-part";
import type { MenuProps } from "./menu-props";

const MenuOpened = unframedPart(() => import("./opened").then((module) => module.MenuOpened));

/** A button that opens a list of commands below it. The button alone is on the page; the list is fetched when it is wanted. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = cloneElement(props.trigger, { "aria-haspopup": "menu", onClick: () => setWanted(true) });
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <MenuOpened {...props} />
    </Suspense>
  );
}
