import type { DocumentState } from "@/lib/services/commit/document-states";
import type { StoredFile } from "@/lib/store/store";

/** A document with what its file holds, where that was not read before. */
export function withFile(state: DocumentState, file: StoredFile | null): DocumentState {
  if (state.text !== null || file === null) return state;
  return { ...state, ...contentOf(file) };
}

/** What a document takes from its file; no file, or one that is not UTF-8, has no text. */
export function contentOf(file: StoredFile | null): Pick<DocumentState, "text" | "binary" | "legible"> {
  if (file === null) return { text: null, binary: false };
  return file.text === null ? { text: null, binary: true, legible: legible(file) } : { text: file.text, binary: false };
}

/** What can be read of bytes that are not text. */
export function legible(file: StoredFile): string {
  return file.bytes.toString("utf8");
}
