import { AppError } from "@/lib/core/errors";
import { BYTE_ORDER_MARK } from "@/lib/core/markdown/blocks";

/** One value of a JSON text and where it stands: UTF-16 offsets, `end` excluded. */
export type JsonNode =
  | { kind: "object"; start: number; end: number; members: JsonMember[] }
  | { kind: "array"; start: number; end: number; items: JsonNode[] }
  | { kind: "value"; start: number; end: number };

/** One member of an object; `start` is where its key begins. */
export interface JsonMember {
  key: string;
  start: number;
  value: JsonNode;
}

/**
 * The places of every value of a JSON text. Throws `unparseable` for anything JSON.parse refuses, a byte order mark before
 * it aside; `name` is what the text is called in the error.
 */
export function parseJsonTree(text: string, name: string): JsonNode {
  try {
    JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch (error) {
    throw new AppError(
      "unparseable",
      `${name} is not valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
      { hint: "Mend it and try again; nothing was changed." },
    );
  }
  return new Reader(text).value();
}

/** The member of that key; of several the last, as JSON.parse takes it. */
export function findMember(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

/** Walks a text that is known to be JSON, so that nothing has to be checked. */
class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  value(): JsonNode {
    this.#skipSpace();
    const start = this.#at;
    const first = this.text[start];
    if (first === "{") {
      const members = this.#list("}", () => this.#member());
      return { kind: "object", start, end: this.#at, members };
    }
    if (first === "[") {
      const items = this.#list("]", () => this.value());
      return { kind: "array", start, end: this.#at, items };
    }
    if (first === '"') this.#string();
    else while (this.#at < this.text.length && !/[\s,\]}]/.test(this.text[this.#at] ?? "")) this.#at++; // -1.5e3, true
    return { kind: "value", start, end: this.#at };
  }

  #member(): JsonMember {
    const start = this.#at;
    this.#string();
    const key = JSON.parse(this.text.slice(start, this.#at)) as string;
    this.#skipSpace();
    this.#at++; // the colon
    return { key, start, value: this.value() };
  }

  #list<T>(close: string, element: () => T): T[] {
    const found: T[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace();
      if (this.text[this.#at] === close) break;
      found.push(element());
      this.#skipSpace();
      if (this.text[this.#at] === ",") this.#at++;
    }
    this.#at++;
    return found;
  }

  #string(): void {
    this.#at++;
    while (this.text[this.#at] !== '"') this.#at += this.text[this.#at] === "\\" ? 2 : 1;
    this.#at++;
  }

  #skipSpace(): void {
    while (/[\s\uFEFF]/.test(this.text[this.#at] ?? "x")) this.#at++; // a line end, a byte order mark
  }
}
