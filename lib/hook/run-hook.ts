import { type HookAnswer, SILENT } from "@/lib/hook/answer";
import { claimsAt } from "@/lib/hook/claims-at";
import { touchedDocument } from "@/lib/hook/find-document";
import { type HookInput, OUR_TOOL, readHookInput } from "@/lib/hook/hook-input";
import type { Surroundings } from "@/lib/hook/surroundings";

/**
 * The answer to one event of the client. An input that cannot be read is answered with silence, and so is a file that is none of the
 * team's documents and lies where nobody has claimed, before anything is loaded that knows what they are.
 */
export async function runHook(text: string, surroundings: Surroundings): Promise<HookAnswer> {
  const input = readHookInput(text);
  if (input === null) return SILENT;
  const isClaimed = () => input.event === "PreToolUse" && claimsAt(input, surroundings).length > 0;
  if (isAboutAnotherFile(input) && !isClaimed()) return SILENT;
  const { answerMoment } = await import("@/lib/hook/answer-moment");
  return answerMoment(input, surroundings);
}

function isAboutAnotherFile({ event, tool, cwd }: HookInput): boolean {
  const isFileTool =
    event === "PreToolUse" ? tool.name !== "Bash" && !OUR_TOOL.test(tool.name) : event === "PostToolUse";
  return isFileTool && touchedDocument(tool, cwd, process.platform) === null;
}
