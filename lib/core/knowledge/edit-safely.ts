import type { Diagnostic } from "@/lib/core/diagnostics";
import { AppError } from "@/lib/core/errors";

/** Throws `unparseable`, with the diagnostics, for a file that is broken: an edit could make it worse. */
export function assertReadable(path: string, diagnostics: readonly Diagnostic[]): void {
  const broken = diagnostics.find(({ code, severity }) => severity === "error" || code === "several_documents");
  if (broken === undefined) return;
  throw new AppError(
    "unparseable",
    `${path} cannot be edited safely. Line ${broken.range.start.line}: ${broken.message}`,
    {
      hint: "Repair that line with an editor and try again; nothing was changed.",
      current: { path, diagnostics: [...diagnostics] },
    },
  );
}

/**
 * The text after an edit, once it reads as was meant: `wanted` and `got` are compared as plain data. Throws `unparseable` for
 * a file that is built in a way the edit does not understand.
 */
export function assertIntent(path: string, text: string, wanted: unknown, got: unknown): string {
  if (JSON.stringify(wanted) === JSON.stringify(got)) return text;
  throw new AppError("unparseable", `${path} is written in a way that cannot be edited safely here.`, {
    hint: "Make this change with an editor; it is noticed at once. Nothing was changed.",
    current: { path },
  });
}
