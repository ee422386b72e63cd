import { toolUseId } from "./interoperability-model.mjs";
import { Stop } from "./stop.mjs";

/**
 * @typedef {import("./interoperability-model.mjs").Asked} Asked
 * @typedef {import("./interoperability-model.mjs").Block} Block
 * @typedef {{action: string, actor: string, source: string, payload: {toolUseId?: string, text?: string}}} Recorded
 * @typedef {{version: string, ack: {actor: string} | null}} Cell
 * @typedef {(...words: string[]) => Promise<string>} Wardroom Runs a command of Wardroom and answers what it prints.
 */

/**
 * That a call of `say` was answered, and its item is in the team memory and in the history as that role's.
 * @param {Asked[]} asked @param {string} id @param {string} role @param {Wardroom} wardroom
 */
export async function said(asked, id, role, wardroom) {
  const { text, isError, after } = resultOf(asked, id);
  demand(!isError && after.includes(`said by ${id}`), `The call was answered: ${text}`);
  const found = await recorded(wardroom, ({ payload }) => payload.text === `said by ${id}`);
  demand(found?.source === "mcp" && found.actor === role, `Recorded: ${JSON.stringify(found)}`);
  return `\`say\` answered, its item recorded as ${role}'s`;
}

/** That a role has acknowledged a version itself. @param {string} role @param {string} version @param {Wardroom} wardroom */
export async function acknowledged(role, version, wardroom) {
  const status = await wardroom("context", "status", "--json");
  const { roles } = /** @type {{roles: {role: string, cells: Cell[]}[]}} */ (JSON.parse(status));
  const cell = roles.find((each) => each.role === role)?.cells.find((each) => each.version === version);
  demand(cell?.ack?.actor === role, `${role} has not acknowledged ${version}: ${JSON.stringify(cell)}`);
}

/** The newest event of the history that is meant. @param {Wardroom} wardroom @param {(event: Recorded) => boolean} isMeant */
export async function recorded(wardroom, isMeant) {
  const { items } = /** @type {{items: Recorded[]}} */ (JSON.parse(await wardroom("events", "--json")));
  return items.find(isMeant);
}

/**
 * That a call was refused, the model told why, and no byte of the file changed.
 * @param {Asked[]} asked @param {string} id @param {string} reason
 */
export function refused(asked, id, reason) {
  const { before, after, text, isError } = resultOf(asked, id);
  demand(isError && text.includes(reason), `The model was told: ${text}`);
  demand(before === after, `The file has changed:\n${after}`);
}

/**
 * What became of a call: the file when the model asked for it and when it heard of it, and what it heard.
 * @param {Asked[]} asked @param {string} id
 */
export function resultOf(asked, id) {
  const isMeant = (/** @type {Block} */ block) => block.type === "tool_result" && block.tool_use_id === toolUseId(id);
  const blocksOf = (/** @type {Asked} */ { messages }) =>
    messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const index = asked.findIndex((request) => blocksOf(request).some(isMeant));
  const result = asked[index] && blocksOf(asked[index]).find(isMeant);
  if (result === undefined) throw new Stop("", `The model was told nothing of its call ${id}.`);
  const parts = typeof result.content === "string" ? [result.content] : (result.content ?? []).map(({ text }) => text);
  const [before, after] = [asked[index - 1]?.seen ?? "", asked[index]?.seen ?? ""];
  return { before, after, text: parts.join("\n"), isError: result.is_error === true };
}

/**
 * That a text occurs so many times in what a request tells the model.
 * @param {Asked | undefined} request @param {string} text @param {number} times
 */
export function occurs(request, text, times) {
  const parts = JSON.stringify(request?.messages ?? "").split(text);
  const found = parts.slice(1).map((part) => `…${text}${part.slice(0, 200)}…\n`);
  demand(
    found.length === times,
    `"${text}" stands ${found.length} times in a request, not ${times}:\n${found.join("")}`,
  );
}

/** Ends the check where something is not so. @param {boolean} isSo @param {string} otherwise What is the case instead. */
export function demand(isSo, otherwise) {
  if (!isSo) throw new Stop("", otherwise);
}
