import { useMemo, useState } from "react";
import type { DiffRow } from "@/components/ui/diff";
import { LineDiff, type LineDiffProps } from "@/components/ui/line-diff";
import { ViewSwitch } from "@/components/ui/view-switch";
import { say } from "@/lib/core/words/say";
import { RenderedLine } from "./rendered-line";

/** What changed in a text of Markdown, as it is written or as it is read. */
export function TextDiff({ diff, ...props }: Omit<LineDiffProps, "renderLine">) {
  const [isRaw, setRaw] = useState(true);
  const code = useMemo(() => codeIn(diff.hunks), [diff]);
  if (diff.hunks.length === 0) return <LineDiff diff={diff} {...props} />;
  return (
    <div className="flex flex-col gap-2">
      <ViewSwitch
        label={say("How the text is shown")}
        views={["rendered", "raw"] as const}
        value={isRaw ? "raw" : "rendered"}
        onChange={(view) => setRaw(view === "raw")}
        name={(view) => (view === "raw" ? say("Raw") : say("Rendered"))}
      />
      <LineDiff
        diff={diff}
        {...props}
        renderLine={isRaw ? undefined : (line) => (code.has(line) ? null : <RenderedLine line={line} />)}
      />
    </div>
  );
}

/** The lines of blocks of code, as far as their fences are in the same hunk: they are no Markdown. */
function codeIn(hunks: LineDiffProps["diff"]["hunks"]): ReadonlySet<DiffRow> {
  const found = new Set<DiffRow>();
  for (const { lines } of hunks) {
    let within = false;
    for (const line of lines) {
      const isFence = /^\s*(```|~~~)/.test(line.segments.map(({ text }) => text).join(""));
      if (within || isFence) found.add(line);
      // A fence that was removed or added stands for its side alone; the lines between are code on either.
      if (isFence) within = !within;
    }
  }
  return found;
}
