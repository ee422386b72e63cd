import { recordOf, stringOf } from "@/lib/core/text/parse-json";
import type { ToolCall } from "@/lib/hook/hook-input";

export interface PlannedEdit {
  oldString: string;
  newString: string;
  everywhere: boolean;
}

/** The replacements an Edit or a MultiEdit asks for, in their order. */
export function plannedEdits({ input }: ToolCall): PlannedEdit[] {
  const list = Array.isArray(input["edits"]) ? (input["edits"] as unknown[]).map(recordOf) : [input];
  return list.map((edit) => ({
    oldString: stringOf(edit["old_string"]),
    newString: stringOf(edit["new_string"]),
    everywhere: edit["replace_all"] === true,
  }));
}

/**
 * A replacement of every occurrence as the one replacement that takes in the first, the last and all between: who may
 * make that may make each of them. Any other edit as it is. Line ends are those of the text.
 */
export function asSingleEdit(text: string, edit: PlannedEdit): { oldString: string; newString: string } {
  const { oldString, newString, everywhere } = edit;
  if (!everywhere || oldString === "") return { oldString, newString };
  const crlf = text.includes("\r\n");
  const wanted = crlf ? withCrlf(oldString) : oldString;
  const first = text.indexOf(wanted);
  const last = text.lastIndexOf(wanted);
  if (first === last) return { oldString, newString };
  const span = text.slice(first, last + wanted.length);
  return { oldString: span, newString: span.split(wanted).join(crlf ? withCrlf(newString) : newString) };
}

/** Every line end as CRLF. */
export function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n"); // "a\nb"
}
