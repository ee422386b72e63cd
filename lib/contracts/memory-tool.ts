import { z } from "zod";
import { Text } from "@/lib/contracts/primitives";
import { shape } from "@/lib/contracts/shapes";

const Path = Text.min(1).max(1000).meta({ description: "Begins with /memories" });

/** The input of Anthropic's memory tool (`memory_20250818`), passed on as the model gave it: its names are the tool's. */
export const MemoryToolCommand = z
  .discriminatedUnion("command", [
    z.strictObject({
      command: z.literal("view"),
      path: Path,
      view_range: z.array(z.int()).length(2).optional(),
    }),
    z.strictObject({ command: z.literal("create"), path: Path, file_text: Text.max(900_000) }),
    z.strictObject({
      command: z.literal("str_replace"),
      path: Path,
      old_str: Text.max(400_000),
      new_str: Text.max(400_000).optional(),
    }),
    z.strictObject({
      command: z.literal("insert"),
      path: Path,
      insert_line: z.int(),
      insert_text: Text.max(900_000),
    }),
    z.strictObject({ command: z.literal("delete"), path: Path }),
    z.strictObject({ command: z.literal("rename"), old_path: Path, new_path: Path }),
  ])
  .meta({ id: "MemoryToolCommand" });
export type MemoryToolCommand = z.infer<typeof MemoryToolCommand>;

/** The content of the tool result, ready to be handed to the model. */
export const MemoryToolResult = shape("MemoryToolResult", {
  content: z.string(),
  isError: z.boolean().meta({ description: "`is_error` of the tool result; nothing was changed then" }),
});
export type MemoryToolResult = z.infer<typeof MemoryToolResult>;
