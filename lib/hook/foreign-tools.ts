import { callsOfPatch } from "@/lib/hook/apply-patch";
import { recordOf, stringOf, type ToolCall } from "@/lib/hook/hook-input";

/** What other clients call the tools, by the name that the rules know. */
const NAMES: Readonly<Record<string, string>> = {
  write: "Write",
  write_file: "Write",
  create: "Write",
  create_file: "Write",
  edit: "Edit",
  edit_file: "Edit",
  multiedit: "Edit",
  replace: "Edit",
  search_replace: "Edit",
  str_replace: "Edit",
  strreplace: "Edit",
  replace_string_in_file: "Edit",
  multi_replace_string_in_file: "Edit",
  bash: "Bash",
  shell: "Bash",
  exec_command: "Bash",
  powershell: "Bash",
  run_command: "Bash",
  run_in_terminal: "Bash",
  run_shell_command: "Bash",
};

/**
 * The calls of Write, Edit, MultiEdit and Bash that another client's tool comes to: several for a patch of several files. A tool
 * that is none of these stays as it is.
 */
export function callsOfTool(name: string, given: Record<string, unknown>): ToolCall[] {
  if (/^(apply_?patch|patch)$/i.test(name))
    return callsOfPatch(first(given, ["command", "patchText", "patch", "input"]));
  const known = NAMES[name.toLowerCase()];
  if (known === undefined) return [{ name, input: given }];
  if (known === "Bash") return [{ name: known, input: { command: first(given, ["command", "cmd", "command_line"]) } }];
  const file = fileOf(given);
  if (known === "Write") {
    return [
      { name: known, input: { file_path: file, content: first(given, ["content", "contents", "file_text", "text"]) } },
    ];
  }
  const list = [given["edits"], given["replacements"]].find((each) => Array.isArray(each)) as unknown[] | undefined;
  if (list === undefined) return [{ name: known, input: { file_path: file, ...editOf(given) } }];
  const edits = list.map(recordOf);
  const files = [...new Set(edits.map((edit) => fileOf(edit) || file))];
  return files.map((path) => ({
    name: "MultiEdit",
    input: { file_path: path, edits: edits.filter((edit) => (fileOf(edit) || file) === path).map(editOf) },
  }));
}

function fileOf(given: Record<string, unknown>): string {
  return first(given, ["file_path", "filePath", "path", "target_file", "absolute_path"]);
}

function editOf(given: Record<string, unknown>) {
  const everywhere = given["replace_all"] ?? given["replaceAll"] ?? given["allow_multiple"];
  return {
    old_string: first(given, ["old_string", "oldString", "old_str", "oldText"]),
    new_string: first(given, ["new_string", "newString", "new_str", "newText"]),
    replace_all: everywhere === true,
  };
}

function first(given: Record<string, unknown>, names: readonly string[]): string {
  return names.map((name) => stringOf(given[name])).find((text) => text !== "") ?? "";
}
