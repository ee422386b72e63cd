import type { Repair } from "@/lib/contracts/repairs";
import { showInvisible } from "@/lib/core/text/visible";
import { say } from "@/lib/core/i18n/say";

export function RepairLines({ repair, shown }: { repair: Repair; shown: number }) {
  const lines = repair.lines.slice(0, shown);
  const more = repair.lineCount - lines.length;
  return (
    <span className="my-0.5 block font-mono text-xs leading-[18px]">
      {lines.map((line, index) => (
        <span key={index} className="bg-del written relative block ps-4 pe-2 whitespace-pre-wrap">
          <span aria-hidden className="absolute start-1 select-none">
            −
          </span>
          <bdi>{showInvisible(line)}</bdi>
        </span>
      ))}
      {more > 0 && <span className="text-fg-3 block ps-4 font-sans">{say("and {more} more", { more })}</span>}
    </span>
  );
}
