import { useState } from "react";
import { Button } from "./button";
import { Diff, type DiffRow, type RenderLine } from "./diff";
import { sayParts } from "./say-parts";
import { say } from "@/lib/core/i18n/say";

/** More lines than these take a moment to draw, so they are drawn when asked for. */
const LINES = 1200;

export interface LineDiffProps {
  diff: { added: number; removed: number; hunks: { lines: DiffRow[] }[] };
  split?: boolean;
  label: string;
  renderLine?: RenderLine | undefined;
}

export function LineDiff({ diff, split = false, label, renderLine }: LineDiffProps) {
  const [all, setAll] = useState(false);
  if (diff.hunks.length === 0) return <p className="text-fg-2">{say("The lines are the same.")}</p>;
  const { hunks, left } = all ? { hunks: diff.hunks, left: 0 } : firstLines(diff.hunks);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-fg-3 text-xs">
        {sayParts("{changed, plural, one {{counts}line} other {{counts}lines}}", {
          changed: diff.added + diff.removed,
          counts: (
            <>
              {diff.added > 0 && <span className="text-ok">+{diff.added} </span>}
              {diff.removed > 0 && <span className="text-bad">−{diff.removed} </span>}
            </>
          ),
        })}
      </p>
      <Diff hunks={hunks} split={split} label={label} renderLine={renderLine} />
      {left > 0 && (
        <Button className="self-start" onClick={() => setAll(true)}>
          {say("Show the other {left} lines", { left })}
        </Button>
      )}
    </div>
  );
}

type Hunks = LineDiffProps["diff"]["hunks"];

function firstLines(hunks: Hunks): { hunks: Hunks; left: number } {
  let room = LINES;
  let left = 0;
  const shown: Hunks = [];
  for (const { lines } of hunks) {
    if (room > 0) shown.push({ lines: lines.slice(0, room) });
    left += Math.max(0, lines.length - room);
    room = Math.max(0, room - lines.length);
  }
  return { hunks: shown, left };
}
