import { Suspense } from "react";
import { unframedPart } from "./lazy-part";

const Markdown = unframedPart(() => import("./markdown").then((module) => module.Markdown));

/** `Markdown` for what runs in the browser: its parser is larger than most pages, so the text stands as it was written until that is there. */
export function LazyMarkdown({ text, strong }: { text: string; strong?: readonly string[] }) {
  return (
    <Suspense
      fallback={
        <div dir="auto" className="written whitespace-pre-line">
          {text}
        </div>
      }
    >
      <Markdown text={text} {...(strong && { strong })} />
    </Suspense>
  );
}
