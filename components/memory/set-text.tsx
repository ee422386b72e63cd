import { Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy-part";

const Markdown = lazyPart(() => import("@/components/ui/markdown").then((module) => module.Markdown));

/** So much of a text is drawn; the file shows all of it. */
const LIMIT = 4_000;

/** A text of a section as Markdown, and plain until that is loaded. */
export function SetText({ text }: { text: string }) {
  const shown = text.length <= LIMIT ? text : `${text.slice(0, LIMIT)} …`;
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{shown}</p>}>
      <Markdown text={shown} />
    </Suspense>
  );
}
