import type { Tool as ToolDeclaration } from "@modelcontextprotocol/server";
import { z } from "zod";
import { parseJson } from "@/lib/core/text/parse-json";

/** The tool by which all others are called. */
export const MORE = "more";

/** The tools that a client is told of each by itself: what every role uses, and the Lead every day. */
export const LISTED: ReadonlySet<string> = new Set([
  ...["status", "inbox", "tell", "memory", "say", "edit", "ack", "publish", "approve", "reject"],
]);

/** The tools as a client is told of them: those of every day, and one for all others, which says what each takes in a line. */
export function inShort(tools: readonly ToolDeclaration[]): ToolDeclaration[] {
  const others = tools.filter(({ name }) => !LISTED.has(name));
  return [
    ...tools.filter(({ name }) => LISTED.has(name)),
    {
      name: MORE,
      title: "Every other tool",
      description: `Calls \`tool\` with \`args\`; lists go on with cursor, texts with from${tools.some(takesSession) ? ", session? where there are several" : ""}:\n${others.map(lineOf).join("\n")}`,
      inputSchema: {
        type: "object",
        required: ["tool"],
        properties: { tool: { type: "string" }, args: { type: "object" } },
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
  ];
}

const Wrapped = z.object({ tool: z.string(), args: z.unknown().optional() });

/** What a call is of: for `more` the tool that it names, with its arguments as an object or as the JSON of one. */
export function unwrapped(call: { name: string; arguments?: unknown }): { name: string; arguments: unknown } {
  const { data } = call.name === MORE ? Wrapped.safeParse(call.arguments) : { data: undefined };
  if (data === undefined) return { name: call.name, arguments: call.arguments };
  return { name: data.tool, arguments: typeof data.args === "string" ? parseJson(data.args) : data.args };
}

function takesSession({ inputSchema: { properties = {} } }: ToolDeclaration): boolean {
  return "session" in properties;
}

/** What many of them take, said once for all. */
const SAID_ONCE = new Set(["session", "workspace", "cursor", "limit", "from"]);

/** Example: gate-open(phase, criteria?[]) Begin the evaluation of a phase. */
function lineOf({ name, description = "", inputSchema }: ToolDeclaration): string {
  const [what = ""] = description.split(/[;.]/); // Make items of a section's texts; a dry run previews.
  return `${name}${fieldsOf(inputSchema as Schema, "(", ")")} ${what}`;
}

interface Schema {
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  type?: string;
  enum?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
}

function fieldsOf({ properties = {}, required = [] }: Schema, open: string, close: string): string {
  const fields = Object.entries(properties)
    .filter(([name]) => required.includes(name) || !SAID_ONCE.has(name))
    .map(([name, field]) => `${name}${required.includes(name) ? "" : "?"}${name === "tag" ? "" : formOf(field)}`);
  return `${open}${fields.join(",")}${close}`;
}

/** What a value looks like, where that is no plain text or number. */
function formOf({ enum: words, items, properties, anyOf }: Schema): string {
  if (words !== undefined) return `=${words.join("|")}`;
  if (items !== undefined) return `[${formOf(items)}]`;
  if (properties !== undefined) return fieldsOf({ properties, required: Object.keys(properties) }, "{", "}");
  return anyOf === undefined ? "" : formOf(anyOf.at(-1) ?? {});
}
