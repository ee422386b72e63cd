import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from "yaml";
import type { Alias, Document, Node, Pair, YAMLMap } from "yaml";
import type { Diagnostic, Severity } from "@/lib/core/diagnostics";
import { withoutStacks, yamlFault } from "@/lib/core/yaml/yaml-value";

/** A key of a map with its value, aliases followed. */
export interface Field {
  key: string;
  value: Node | null;
  pair: Pair<Node, Node | null>;
  /** Where the key begins, in UTF-16 units. */
  at: number;
  /** The line of the key, from 1. */
  line: number;
}

/**
 * A YAML text as it could be read: what is broken is a diagnostic with its line, and stands beside whatever could be read.
 * Never throws, and never builds values, so that aliases cannot grow without end.
 */
export class YamlSource {
  readonly diagnostics: Diagnostic[] = [];
  /** The first document; null when there is none. */
  readonly document: Document.Parsed | null;
  readonly #lines = new LineCounter();
  readonly #targets = new Map<Alias, Node>();

  constructor(
    readonly text: string,
    /** What the text is called in messages, such as "The registry". */
    private readonly name: string,
  ) {
    const documents = this.#parse();
    this.document = documents[0] ?? null;
    for (const document of documents) {
      const fault = yamlFault(document, this.text);
      if (fault !== null) this.say("bad_yaml", "error", fault.pos, `${this.name} is not valid YAML: ${fault.message}`);
    }
    if (documents.length > 1) {
      const start = documents[1]?.range[0] ?? 0;
      this.say("several_documents", "warning", [start, start + 1], "Only the first YAML document is read.");
    }
    if (this.document !== null) this.#followAliases(this.document);
  }

  /** The top of the document as fields; none where it holds something else, which is a diagnostic. */
  root(): Field[] {
    const contents = this.document?.contents ?? null;
    return contents === null ? [] : this.fields(contents, this.name);
  }

  /** The fields of a map. Of a repeated key the last counts, with a warning; what is no map is a diagnostic. */
  fields(node: Node | null, what: string): Field[] {
    const map = this.follow(node);
    if (map === null || isNothing(map)) return [];
    if (!isMap(map)) {
      this.say("not_a_map", "error", rangeOf(map), `${what} must hold keys with values.`);
      return [];
    }
    const fields = new Map<string, Field>();
    for (const pair of (map as YAMLMap<Node, Node | null>).items) {
      const key = this.follow(pair.key);
      const at = rangeOf(key)[0];
      if (!isScalar(key) || key.value === null || typeof key.value === "object") {
        this.say("bad_key", "warning", rangeOf(key), `A key of ${what} is not plain text and is not read.`);
        continue;
      }
      const name = textOf(key);
      const before = fields.get(name);
      const line = this.lineOf(at);
      if (before !== undefined) {
        const message = `The key "${name}" appears twice, first on line ${before.line}; the last one counts.`;
        this.say("duplicate_key", "warning", rangeOf(key), message);
        fields.delete(name);
      }
      fields.set(name, { key: name, value: this.follow(pair.value), pair, at, line });
    }
    return [...fields.values()];
  }

  /** The texts of a list, or of a single value; what is neither is a diagnostic. */
  strings(node: Node | null, what: string): string[] {
    const found = this.follow(node);
    if (found === null || isNothing(found)) return [];
    if (isScalar(found)) return [textOf(found)];
    if (!isSeq(found)) {
      this.say("not_a_list", "warning", rangeOf(found), `${what} must be a list.`);
      return [];
    }
    return (found.items as (Node | null)[]).flatMap((each) => {
      const item = this.follow(each);
      if (item !== null && isScalar(item) && item.value !== null) return [textOf(item)];
      if (item !== null)
        this.say("not_text", "warning", rangeOf(item), `An item of ${what} is no text and is not read.`);
      return [];
    });
  }

  /** The text of a single value; null when there is none or it is something else. */
  string(node: Node | null): string | null {
    const found = this.follow(node);
    return found !== null && isScalar(found) && found.value !== null ? textOf(found) : null;
  }

  /** What an alias stands for; any other node is itself. */
  follow(node: Node | null | undefined): Node | null {
    if (node === null || node === undefined || !isAlias(node)) return node ?? null;
    return this.#targets.get(node) ?? null;
  }

  lineOf(at: number): number {
    return this.#lines.linePos(at).line;
  }

  say(code: string, severity: Severity, [start, end]: readonly [number, number, number?], message: string): void {
    // What else is odd follows from what is broken, or shows once that is fixed: one fault, one message.
    if (code !== "duplicate_key" && this.diagnostics.some((each) => each.code === "bad_yaml")) return;
    const { line, col } = this.#lines.linePos(start);
    const to = this.#lines.linePos(Math.max(end, start + 1));
    const range = { start: { line, column: col }, end: { line: to.line, column: to.col } };
    this.diagnostics.push({ code, message, severity, range });
  }

  #parse(): Document.Parsed[] {
    try {
      const options = {
        lineCounter: this.#lines,
        uniqueKeys: false,
        prettyErrors: false,
        logLevel: "error",
        keepSourceTokens: true,
      } as const;
      const documents = withoutStacks(() => parseAllDocuments(this.text, options));
      return Array.isArray(documents) ? documents : [];
    } catch (error) {
      // Thousands of brackets within each other are more than the reader's own stack holds.
      if (!(error instanceof RangeError)) throw error;
      this.say("bad_yaml", "error", [0, 1], `${this.name} is nested too deep to be read.`);
      return [];
    }
  }

  #followAliases(document: Document.Parsed): void {
    const anchors = new Map<string, Node>();
    visit(document, {
      Node: (_, node) => {
        if ("anchor" in node && typeof node.anchor === "string") anchors.set(node.anchor, node);
      },
      Alias: (_, alias) => {
        const target = anchors.get(alias.source);
        if (target !== undefined) this.#targets.set(alias, target);
        else this.say("unknown_anchor", "error", rangeOf(alias), `Nothing above is named &${alias.source}.`);
      },
    });
  }
}

/** Where a node stands; the start of the text when nobody knows. */
export function rangeOf(node: Node | null): readonly [number, number, number] {
  return node?.range ?? [0, 0, 0];
}

/** Whether a node is an empty value, as behind `files:`. */
export function isNothing(node: Node): boolean {
  return isScalar(node) && (node.value === null || node.value === "");
}

function textOf(scalar: { value: unknown; source?: string | undefined }): string {
  const { value } = scalar;
  if (typeof value === "string") return value;
  // A bare 007 or 1.10 is an id, not the number it could be read as.
  return scalar.source ?? (typeof value === "number" || typeof value === "boolean" ? String(value) : "");
}
