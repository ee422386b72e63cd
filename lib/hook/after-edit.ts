import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Touched } from "@/lib/hook/decide-tool";
import { stringOf } from "@/lib/hook/hook-input";
import type { Moment } from "@/lib/hook/moment";
import { plannedEdits, withCrlf } from "@/lib/hook/planned-edits";

/**
 * Tells the server which teammate has just edited a team memory with a file tool, by the file's text before and after. Who
 * is unknown stays unknown.
 */
export async function attributeEdit(moment: Moment, { document, place }: Touched): Promise<void> {
  const { server, identity, input } = moment;
  if (server === null || identity.role === null || document.kind !== "memory" || document.session === null) return;
  const texts = textsOfEdit(moment, place);
  if (texts === null) return;
  await server.call("POST", `sessions/${encodeURIComponent(document.session)}/memory/attributions`, identity.role, {
    role: identity.role,
    before: texts.before === "" ? "" : sha256(texts.before),
    after: sha256(texts.after),
    ...(input.toolUseId !== "" && { toolUseId: input.toolUseId }),
  });
}

/** The whole file before and after, with its own line ends and byte order mark, which the client leaves out of what it says. */
function textsOfEdit({ input }: Moment, place: string): { before: string; after: string } | null {
  const said = input.toolResponse["originalFile"];
  const isNew = input.tool.name === "Write" && said === null;
  if (typeof said !== "string" && !isNew) return null;
  const original = stringOf(said);
  let now: string;
  try {
    now = readFileSync(place, "utf8");
  } catch {
    return null;
  }
  const like = (text: string) => {
    const ended = now.includes("\r\n") ? withCrlf(text) : text;
    return now.startsWith("\uFEFF") && !ended.startsWith("\uFEFF") ? `\uFEFF${ended}` : ended;
  };
  if (input.tool.name === "Write")
    return { before: like(original), after: like(stringOf(input.tool.input["content"])) };
  let text = original;
  for (const { oldString, newString, everywhere } of plannedEdits(input.tool)) {
    if (oldString === "") return null;
    text = everywhere ? text.split(oldString).join(newString) : text.replace(oldString, () => newString);
  }
  return { before: like(original), after: like(text) };
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
