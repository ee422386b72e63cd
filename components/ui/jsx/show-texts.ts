import { showInvisible } from "@/lib/core/text/visible";

/** Attributes that are read by people. */
const READ = ["title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription"];

/**
 * The properties of an element with every text that people read in them shown by `showInvisible`: its own children, and
 * attributes such as `title`. What somebody edits, such as `value`, stays as it is. The same object where nothing was hidden.
 */
export function showTexts<P>(props: P): P {
  if (typeof props !== "object" || props === null) return props;
  const given = props as Record<string, unknown>;
  const changes: [name: string, shown: unknown][] = [];
  for (const name of READ) {
    const text = given[name];
    if (typeof text !== "string") continue;
    const shown = showInvisible(text);
    if (shown !== text) changes.push([name, shown]);
  }
  const children = showChild(given["children"]);
  if (children !== given["children"]) changes.push(["children", children]);
  return changes.length === 0 ? props : ({ ...given, ...Object.fromEntries(changes) } as P);
}

function showChild(child: unknown): unknown {
  if (typeof child === "string") return showInvisible(child);
  if (!Array.isArray(child)) return child;
  const shown: unknown[] = child.map(showChild);
  return shown.some((each, at) => each !== child[at]) ? shown : child;
}
