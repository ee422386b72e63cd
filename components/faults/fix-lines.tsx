import type { FaultFix } from "@/lib/contracts/faults";
import { showInvisible } from "@/lib/core/text/visible";
import { say } from "@/lib/core/words/say";

const SHOWN = 4;
const SIGNS = { added: "+", removed: "−" } as const;

export function FixLines({ fix }: { fix: FaultFix }) {
  const lines = fix.hunks.flatMap((hunk) => hunk.lines.filter(({ kind }) => kind !== "same"));
  const more = lines.length - SHOWN;
  return (
    <span className="my-0.5 block font-mono text-xs leading-[18px]">
      <span className="text-fg-2 block font-sans">{fix.title}</span>
      {lines.slice(0, SHOWN).map(({ kind, segments }, index) => (
        <span
          key={index}
          className={`${kind === "added" ? "bg-add" : "bg-del"} written relative block ps-4 pe-2 whitespace-pre-wrap`}
        >
          <span aria-hidden className="absolute start-1 select-none">
            {kind === "same" ? "" : SIGNS[kind]}
          </span>
          <bdi>{showInvisible(segments.map(({ text }) => text).join(""))}</bdi>
        </span>
      ))}
      {more > 0 && <span className="text-fg-3 block ps-4 font-sans">{say("and {more} more", { more })}</span>}
    </span>
  );
}
