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
  let shown: Record<string, unknown> | null = null;
  for (const name of READ) {
    const text = given[name];
    if (typeof text === "string") put(name, text, showInvisible(text));
  }
  put("children", given["children"], showChild(given["children"]));
  return (shown ?? given) as P;

  function put(name: string, before: unknown, after: unknown) {
    if (before !== after) (shown ??= { ...given })[name] = after;
  }
}

function showChild(child: unknown): unknown {
  if (typeof child === "string") return showInvisible(child);
  if (!Array.isArray(child)) return child;
  const shown: unknown[] = child.map(showChild);
  return shown.some((each, at) => each !== child[at]) ? shown : child;
}
