import { type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
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
 * The places of every value of a JSON text. Comments, commas after the last element and a byte order mark are passed over, as
 * clients do with their settings. Throws `unparseable` for anything else that is not JSON; `name` is what the text is called in
 * the error.
 */
export function parseJsonTree(text: string, name: string): JsonNode {
  const faults: ParseError[] = [];
  const blank = text.startsWith(BYTE_ORDER_MARK) ? ` ${text.slice(1)}` : text;
  const root = parseTree(blank, faults, { allowTrailingComma: true });
  const [fault] = faults;
  if (fault !== undefined || root === undefined) {
    const what = fault === undefined ? "it is empty" : `${printParseErrorCode(fault.error)} at offset ${fault.offset}`;
    throw new AppError("unparseable", `${name} is not valid JSON: ${what}`, {
      hint: "Fix it and try again; nothing was changed.",
    });
  }
  return nodeOf(root);
}

/** The member of that key; of several the last, as JSON.parse takes it. */
export function findMember(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === "object" ? node.members.findLast((member) => member.key === key) : undefined;
}

function nodeOf({ type, offset, length, children = [] }: Node): JsonNode {
  const place = { start: offset, end: offset + length };
  if (type === "array") return { kind: "array", ...place, items: children.map(nodeOf) };
  if (type === "object") return { kind: "object", ...place, members: children.flatMap(memberOf) };
  return { kind: "value", ...place };
}

function memberOf({ offset, children: [key, value] = [] }: Node): JsonMember[] {
  return key === undefined || value === undefined
    ? []
    : [{ key: String(key.value), start: offset, value: nodeOf(value) }];
}
