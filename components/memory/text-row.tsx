import { Changes } from "@/components/ui/changes";
import { canBeItems } from "@/lib/core/memory/entries-of-text";
import type { SectionText } from "@/lib/contracts/memory";
import { say } from "@/lib/core/words/say";
import { SetText } from "./set-text";

interface TextRowProps {
  text: SectionText;
  /** Whose section it stands in, where that takes items. */
  role: string | null;
  onShowLine: (line: number) => void;
  onMakeItems: (role: string, text: string) => void;
}

/** What stands in a section beside its items, set as it is meant, with the way to its line in the file. */
export function TextRow({ text: { text, line }, role, onShowLine, onMakeItems }: TextRowProps) {
  return (
    <>
      <div role="gridcell" className="text-fg-2 min-w-0 flex-1 overflow-x-auto">
        <SetText text={text} />
      </div>
      <span role="gridcell" className="flex shrink-0 flex-col items-end gap-0.5">
        {role !== null && canBeItems(text) && (
          <Changes>
            <button
              type="button"
              tabIndex={-1}
              className="text-fg-3 hover:text-fg text-xs"
              onClick={() => onMakeItems(role, text)}
            >
              {say("Make items…")}
            </button>
          </Changes>
        )}
        <button
          type="button"
          tabIndex={-1}
          className="text-fg-3 hover:text-fg text-xs"
          onClick={() => onShowLine(line)}
        >
          {say("Line {line}", { line })}
        </button>
      </span>
    </>
  );
}
