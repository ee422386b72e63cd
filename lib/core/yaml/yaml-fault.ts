import type { Document, ErrorCode } from "yaml";

/** What is wrong with a YAML text, where, and what to do about it. */
export interface YamlFault {
  pos: [number, number];
  message: string;
}

/**
 * The one fault of a YAML document that is to be told, in words for people; null where it is valid. What the parser says after its
 * first error follows from that one: a single bad line would be told up to six times.
 */
export function yamlFault({ errors }: Pick<Document, "errors">, source: string): YamlFault | null {
  const [first] = errors;
  if (first === undefined) return null;
  const { code, pos } = first;
  const words = MEANINGS[code] ?? first.message.replace(/\s+/g, " ");
  const quoted = code === "BLOCK_AS_IMPLICIT_KEY" ? quoteValue(source, pos[0]) : null;
  return { pos, message: quoted === null ? words : `${words} Write: ${quoted}` };
}

/** What the parser's codes mean where people write such files. */
const MEANINGS: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "A second colon is read as another key. Put the value in quotes.",
  MULTILINE_IMPLICIT_KEY: "This line has no colon, or a value goes on in a line that is not indented.",
  TAB_AS_INDENT: "Lines are indented by a tab. YAML takes spaces only.",
  BAD_INDENT: "This line is indented otherwise than those it belongs to.",
  MISSING_CHAR:
    "Something that is opened is never closed: a bracket, a brace or a quotation mark, or a colon is missing.",
  BAD_ALIAS: "A value that begins with * names another one. Put it in quotes.",
  BAD_SCALAR_START: "A value cannot begin with this character. Put it in quotes.",
  BAD_DQ_ESCAPE: "A backslash within double quotes begins an escape. Use single quotes.",
  BLOCK_IN_FLOW: "A list or map in lines stands within brackets or braces.",
};

/** The line with its value in quotes, such as `description: "a: b"`; null where it has none to quote. */
function quoteValue(source: string, at: number): string | null {
  const start = Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1;
  const line = /^[^\r\n]*/.exec(source.slice(start))?.[0] ?? "";
  const [, key, value] = /^(\s*(?:- )?[\w.-]+:\s+)([^\s"'[{|>&*!].*)$/.exec(line.trimEnd()) ?? []; // "description: a: b"
  return key === undefined || value === undefined ? null : key + JSON.stringify(value);
}
