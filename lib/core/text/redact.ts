import { parseJson } from "@/lib/core/text/parse-json";

/** Replaces a text wherever it stands in another. */
export class Redactor {
  constructor(
    private readonly text: string,
    readonly marker: string,
  ) {}

  /**
   * The ways in which the text may stand in what is stored: as it is, and escaped as in JSON, once and twice. A row in which
   * none of them stands does not hold it.
   */
  get forms(): string[] {
    const once = escape(this.text);
    return [...new Set([this.text, once, escape(once)])];
  }

  isIn(text: string): boolean {
    return text.includes(this.text);
  }

  /** Guarantees that the text is not in the answer, also where replacing it brings its parts together anew. */
  in(text: string): string {
    let redacted = text;
    while (redacted.includes(this.text)) redacted = redacted.replaceAll(this.text, () => this.marker);
    return redacted;
  }

  /** The same for bytes that are no text. */
  inBytes(bytes: Buffer): Buffer {
    const latin = new Redactor(Buffer.from(this.text).toString("latin1"), this.marker);
    return Buffer.from(latin.in(bytes.toString("latin1")), "latin1");
  }

  /** The same for every string and every name in JSON, and in JSON within its strings. What is no JSON is taken as plain text. */
  inJson(json: string): string {
    if (!this.forms.some((form) => json.includes(form))) return json;
    const value = parseJson(json);
    return value === undefined ? this.in(json) : JSON.stringify(this.#inValue(value));
  }

  #inValue(value: unknown): unknown {
    if (typeof value === "string") return /^[[{]/.test(value) ? this.in(this.inJson(value)) : this.in(value);
    if (Array.isArray(value)) return value.map((member) => this.#inValue(member));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [this.in(key), this.#inValue(member)]));
  }
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
