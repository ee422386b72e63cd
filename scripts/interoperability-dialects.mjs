import { createServer } from "node:http";
import { listen } from "./address.mjs";

/** @typedef {import("./interoperability-others.mjs").Step} Step */

/**
 * A model that follows one script, in the three forms that other clients speak: OpenAI's responses, its chat completions and
 * Gemini's contents. Only requests that offer tools count; any other, such as one for a title, gets a text.
 * @param {Step[]} steps
 * @returns {Promise<{url: string, asked: string[], close(): Promise<void>}>} `asked` has each such request whole.
 */
export async function startDialects(steps) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (/** @type {string} */ part) => (text += part));
    request.on("end", () => {
      const offersTools = /"(tools|functionDeclarations)"/.test(text);
      const step = offersTools ? steps[asked.length] : undefined;
      if (offersTools) asked.push(text);
      const url = request.url ?? "";
      const events = url.includes("/responses")
        ? responses(step, asked.length)
        : url.includes("/chat/completions")
          ? completions(step, asked.length)
          : contents(step);
      const isStream = !/:(generateContent|countTokens)/.test(url);
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.end(isStream ? events.join("") : events[0]?.replace(/^data: /, "").trim()); // "data: {…}"
    });
  });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param {Step | undefined} step */
function textOf(step) {
  return step === undefined || step.name !== undefined ? "done" : step.text;
}

/** @param {Step | undefined} step @param {number} n @returns {string[]} */
function responses(step, n) {
  const about = { id: `item_${n}`, call_id: `call_${n}` };
  const item =
    step?.name === undefined
      ? { ...about, type: "message", role: "assistant", content: [{ type: "output_text", text: textOf(step) }] }
      : { ...about, type: "custom_tool_call", name: step.tool, input: step.input };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  /** @type {[string, object][]} */
  const events = [
    ["response.created", { response: { id: `r_${n}` } }],
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response: { id: `r_${n}`, output: [item], usage } }],
  ];
  return events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}

/** @param {Step | undefined} step @param {number} n @returns {string[]} */
function completions(step, n) {
  const call = step?.name === undefined ? null : { name: step.tool, arguments: JSON.stringify(step.input) };
  const delta =
    call === null
      ? { role: "assistant", content: textOf(step) }
      : { role: "assistant", tool_calls: [{ index: 0, id: `call_${n}`, type: "function", function: call }] };
  const chunk = (/** @type {object} */ choice, /** @type {object} */ more) =>
    `data: ${JSON.stringify({ id: `c_${n}`, object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, ...choice }], ...more })}\n\n`;
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return [
    chunk({ delta, finish_reason: null }, {}),
    chunk({ delta: {}, finish_reason: call === null ? "stop" : "tool_calls" }, { usage }),
    "data: [DONE]\n\n",
  ];
}

/** @param {Step | undefined} step @returns {string[]} */
function contents(step) {
  const part =
    step?.name === undefined ? { text: textOf(step) } : { functionCall: { name: step.tool, args: step.input } };
  const candidates = [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [`data: ${JSON.stringify({ candidates, usageMetadata, totalTokens: 2 })}\n\n`];
}
