import type { Document } from "yaml";

/**
 * The plain value of a parsed YAML document, or a sentence about why it has none: a name that is never defined, or aliases that
 * would grow without end, only show when the value is built.
 */
export function yamlValue(document: Document): { value: unknown } | { problem: string } {
  try {
    return { value: document.toJS() as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "the value cannot be built" };
  }
}
