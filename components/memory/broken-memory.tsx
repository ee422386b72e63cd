import { Button } from "@/components/ui/button";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { say } from "@/lib/core/words/say";

const SHOWN = 3;

/** What is broken in the file, where: above the list, as long as it is so. What is merely odd waits in the file view. */
export function BrokenMemory({ errors, onShow }: { errors: Diagnostic[]; onShow: (line: number) => void }) {
  return (
    <div role="alert" className="border-line bg-bad-soft border-b px-4 py-2">
      <p className="font-semibold">{say("TEAM-MEMORY.md cannot be read in full. It is read-only until fixed.")}</p>
      <ul>
        {errors.slice(0, SHOWN).map((error, index) => (
          <li key={index} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <code className="font-mono text-xs">
                TEAM-MEMORY.md:{error.range.start.line}:{error.range.start.column}
              </code>{" "}
              {error.message}
            </span>
            <Button size="small" onClick={() => onShow(error.range.start.line)}>
              {say("Show the line")}
            </Button>
          </li>
        ))}
      </ul>
      {errors.length > SHOWN && (
        <p className="text-xs">{say("and {errors} more", { errors: errors.length - SHOWN })}</p>
      )}
    </div>
  );
}
