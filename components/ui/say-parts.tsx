import { Fragment, isValidElement, type ReactNode } from "react";
import { formatSentence, type Sentence } from "@/lib/core/i18n/say";
import { jsxs } from "./jsx/jsx-runtime";

/** An element around a part of a sentence: `link` draws what stands between `<link>` and `</link>`. */
type Around = (inside: ReactNode) => ReactNode;

/**
 * A sentence in the reader's language with elements in it: values in braces may be elements, and a function draws what stands in
 * the tags of its name.
 */
export function sayParts(text: string | Sentence, values: Record<string, ReactNode | Around>): ReactNode {
  const nodes = Object.keys(values).filter((name) => isNode(values[name]));
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, string | number | ((inside: ReactNode[]) => ReactNode)] => {
      if (typeof value === "string" || typeof value === "number") return [name, value];
      if (typeof value === "function") return [name, (inside: ReactNode[]) => value(inRow(inside))];
      return [name, () => value];
    }),
  );
  const parts = formatSentence<ReactNode>(text, given, nodes);
  return Array.isArray(parts) ? inRow(parts) : parts;
}

function isNode(value: ReactNode | Around): boolean {
  return typeof value === "object"
    ? value === null || Array.isArray(value) || isValidElement(value)
    : value === undefined;
}

/** Parts that stay in their order need no keys. */
function inRow(parts: ReactNode[]): ReactNode {
  return jsxs(Fragment, { children: parts });
}
