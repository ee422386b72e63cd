import { type Document, isMap, LineCounter, parseDocument } from "yaml";
import { diagnosticAt, type Diagnostic } from "@/lib/core/diagnostics";
import { type FrontMatter, readFrontMatter } from "@/lib/core/markdown/front-matter";
import { repeatedKeys, yamlFault, yamlValue, withoutStacks } from "@/lib/core/yaml/yaml-value";

/** Front matter with what its YAML says. */
export interface FrontMatterYaml extends FrontMatter {
  /** Its keys and values, the last of a repeated key; null when it is no YAML mapping that can be read. */
  values: Record<string, unknown> | null;
}

/** What a text's front matter says, null where it has none; and its one fault, else its repeated keys, placed in the file. */
interface FrontMatterReading {
  frontMatter: FrontMatterYaml | null;
  /** What stands in the YAML, by offsets of its source. */
  contents: Document["contents"];
  diagnostics: Diagnostic[];
}

/**
 * Reads the front matter of any text; never throws. What is not valid YAML is reported with its line and read no further, and so
 * is front matter that no fence ends. Source: formats "Laws" (YAML, frontmatter).
 */
export function readFrontMatterYaml(text: string): FrontMatterReading {
  const { frontMatter, unclosed } = readFrontMatter(text);
  const missing = unclosed ? [warning("unclosed_frontmatter", UNCLOSED)] : [];
  if (frontMatter === null) return { frontMatter, contents: null, diagnostics: missing };
  const { source } = frontMatter;
  const lines = new LineCounter();
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false, logLevel: "error" } as const;
  const document = withoutStacks(() => parseDocument(source, options));
  const reading = (values: FrontMatterYaml["values"], ...diagnostics: Diagnostic[]): FrontMatterReading => {
    return { frontMatter: { ...frontMatter, values }, contents: document.contents, diagnostics };
  };
  const bad = (offset: number, why: string) => {
    const { line, col } = lines.linePos(offset);
    // The fence is the first line of the file.
    return reading(null, warning("bad_frontmatter", `The frontmatter ${why}`, line + 1, col));
  };
  const fault = yamlFault(document, source);
  if (fault !== null) return bad(fault.pos[0], `is not valid YAML: ${fault.message}`);
  if (document.contents === null) return reading({});
  if (!isMap(document.contents)) return bad(0, "holds no keys with values.");
  const read = yamlValue(document);
  if ("problem" in read) return bad(read.at, `cannot be read: ${read.problem}`);
  return reading(read.value as Record<string, unknown>, ...repeatedKeys(document, lines, 1));
}

const UNCLOSED = "The frontmatter opened here is never closed with `---`, so it is read as text.";

function warning(code: string, message: string, line = 1, column = 1): Diagnostic {
  return diagnosticAt(code, "warning", message, line, [column, column + 1]);
}
