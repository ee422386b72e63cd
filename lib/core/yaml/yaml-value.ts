import { isAlias, visit, type Document } from "yaml";

/**
 * The plain value of a parsed YAML document, or a sentence about why it has none: a name that is never defined, or aliases that
 * would grow without end, only show when the value is built. `at` is where it stands in the document, as far as that is known.
 */
export function yamlValue(document: Document): { value: unknown } | { problem: string; at: number } {
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    const [unknown] = unknownNames(document);
    if (unknown !== undefined) {
      const problem = `a value that begins with * names another one, and nothing is named &${unknown.name}. Put it in quotes.`;
      return { problem, at: unknown.at };
    }
    return { problem: error instanceof Error ? error.message : "the value cannot be built", at: 0 };
  }
}

/** The names that values refer to and that nothing before them has; in one pass, however many refer to one. */
function unknownNames(document: Document): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = [];
  const names = new Set<string>();
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) names.add(node.anchor ?? "");
      else if (!names.has(node.source)) found.push({ name: node.source, at: node.range?.[0] ?? 0 });
    },
  });
  return found;
}
