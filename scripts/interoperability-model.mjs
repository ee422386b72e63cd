import { createServer } from "node:http";
import { openLocally } from "./address.mjs";

/**
 * One answer of the model: a call of a tool, or a text that ends its turn, which may be made from the conversation.
 * @typedef {{id: string, tool: string, input: Record<string, unknown>} | {text: string | ((conversation: string) => string)}} Step
 * @typedef {{type: string, text?: string, tool_use_id?: string, is_error?: boolean, content?: string | Block[]}} Block
 * @typedef {{role: string, content: string | Block[]}} Message
 * @typedef {{name?: string, input_schema?: {properties?: Record<string, unknown>}}} Tool
 * @typedef {{script: string, messages: Message[], seen: string}} Asked One request: the script it was answered from, the
 * whole conversation as the model gets it, and what was to be seen when it came.
 */

/** What is answered once a script is at its end. */
const REST = { text: "There is nothing more to do." };

/**
 * A model that follows scripts, behind the messages endpoint of Anthropic's API: it needs no account and sends nothing on.
 * A conversation is answered from the first script whose name occurs in it, step by step; any other request, such as one
 * for a title, gets a text.
 * @param {Record<string, Step[]>} scripts By a name that the conversation's prompts carry.
 * @param {() => string} see What is kept with each request.
 * `foreign` lists what a script has a tool take that the client's own schema does not offer: such a check proves nothing.
 * @returns {Promise<{url: string, asked: Asked[], foreign: string[], close(): Promise<void>}>}
 */
export async function startModel(scripts, see) {
  /** @type {Asked[]} */
  const asked = [];
  /** @type {string[]} */
  const foreign = [];
  const server = createServer((request, response) => {
    let sent = "";
    request.setEncoding("utf8").on("data", (/** @type {string} */ part) => (sent += part));
    request.on("end", () => {
      // POST /v1/messages?beta=true
      if (request.method !== "POST" || !/^\/v1\/messages(\?|$)/.test(request.url ?? "")) {
        response.writeHead(404, { "content-type": "application/json" });
        response.end('{"type":"error","error":{"type":"not_found_error","message":"There is only /v1/messages."}}');
        return;
      }
      const body = /** @type {{model: string, messages: Message[], tools?: Tool[]}} */ (JSON.parse(sent));
      const conversation = JSON.stringify(body.messages);
      const script = Object.keys(scripts).find((name) => conversation.includes(name));
      // A compaction asks for a text with all tools at hand.
      const isSummary = JSON.stringify(body.messages.at(-1)).includes("Respond with TEXT ONLY");
      if (script === undefined || !body.tools?.length || isSummary) {
        answer(response, body.model, asked.length, REST);
        return;
      }
      const step = scripts[script]?.[asked.filter((each) => each.script === script).length] ?? REST;
      const unknown = unknownArguments(step, body.tools);
      if (unknown !== "") foreign.push(unknown);
      asked.push({ script, messages: body.messages, seen: see() });
      const text = "text" in step ? step.text : "";
      answer(response, body.model, asked.length, typeof text === "string" ? step : { text: text(conversation) });
    });
  });
  return { ...(await openLocally(server)), asked, foreign };
}

/** The arguments of a step that its tool does not have, where the client lists the tool. @param {Step} step @param {Tool[]} tools */
function unknownArguments(step, tools) {
  if ("text" in step) return "";
  const properties = tools.find(({ name }) => name === step.tool)?.input_schema?.properties;
  const unknown = properties === undefined ? [] : Object.keys(step.input).filter((key) => !(key in properties));
  return unknown.length === 0 ? "" : `${step.tool} takes no ${unknown.join(", ")}`;
}

/** @param {import("node:http").ServerResponse} response @param {string} model @param {number} count @param {Step} step */
function answer(response, model, count, step) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${count}`, type: "message", role: "assistant", model, content: [], usage };
  const [block, delta, reason] =
    "text" in step
      ? [{ type: "text", text: "" }, { type: "text_delta", text: step.text }, "end_turn"]
      : [
          { type: "tool_use", id: toolUseId(step.id), name: step.tool, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(step.input) },
          "tool_use",
        ];
  /** @type {[string, object][]} */
  const events = [
    ["message_start", { message: { ...message, stop_reason: null, stop_sequence: null } }],
    ["content_block_start", { index: 0, content_block: block }],
    ["content_block_delta", { index: 0, delta }],
    ["content_block_stop", { index: 0 }],
    ["message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 1 } }],
    ["message_stop", {}],
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [type, data] of events) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.end();
}

/** The id under which a step's call is known to the client and to Wardroom. @param {string} id */
export function toolUseId(id) {
  return `toolu_${id}`;
}
