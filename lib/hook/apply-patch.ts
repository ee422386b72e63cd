import type { ToolCall } from "@/lib/hook/hook-input";

// *** Update File: src/app.ts
const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/**
 * The file tools' calls that come to the same as a patch in the form of Codex: an Edit for each file that is updated, a Write for
 * each that is added, deleted or moved to. Lines that no file begins are passed over, as the client refuses them itself.
 */
export function callsOfPatch(patch: string): ToolCall[] {
  const calls: ToolCall[] = [];
  let edits: { old_string: string; new_string: string }[] = [];
  let hunk: { old: string[]; new: string[] } | null = null;
  let isAdded = false;
  const endHunk = () => {
    if (hunk !== null) edits.push({ old_string: hunk.old.join("\n"), new_string: hunk.new.join("\n") });
    hunk = null;
  };
  for (const line of patch.split(/\r?\n/)) {
    if (line.startsWith("*** End Patch")) break;
    const [, kind, path] = FILE.exec(line) ?? [];
    if (path !== undefined) {
      endHunk();
      edits = [];
      isAdded = kind === "Add";
      calls.push(
        kind === "Update"
          ? { name: "MultiEdit", input: { file_path: path, edits } }
          : { name: "Write", input: { file_path: path, content: "" } },
      );
    } else if (line.startsWith("*** Move to: ")) {
      calls.push({ name: "Write", input: { file_path: line.slice("*** Move to: ".length), content: "" } });
    } else if (line.startsWith("@@")) {
      endHunk();
      hunk = { old: [], new: [] };
    } else if (calls.length > 0 && !isAdded && /^[ +-]/.test(line)) {
      const part: { old: string[]; new: string[] } = (hunk ??= { old: [], new: [] });
      if (!line.startsWith("+")) part.old.push(line.slice(1));
      if (!line.startsWith("-")) part.new.push(line.slice(1));
    } else if (line === "" && hunk !== null) {
      // An empty line of context, whose space was left out.
      const part: { old: string[]; new: string[] } = hunk;
      part.old.push("");
      part.new.push("");
    }
  }
  endHunk();
  return calls;
}
