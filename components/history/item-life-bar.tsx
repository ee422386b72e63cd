import Link from "next/link";
import { Pause, Play, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";
import { pages, type SessionScope } from "@/lib/client/paths";
import { tagMark } from "@/lib/client/tag-marks";
import type { ItemLife } from "@/lib/contracts/memory";

interface ItemLifeBarProps {
  scope: SessionScope;
  life: ItemLife | undefined;
  playing: boolean;
  onPlay: () => void;
  onClose: () => void;
}

/** Whose life the timeline follows, with a way to play it from its beginning and one back to everything. */
export function ItemLifeBar({ scope, life, playing, onPlay, onClose }: ItemLifeBarProps) {
  const item = life?.item;
  return (
    <div className="border-line bg-panel flex shrink-0 items-center gap-2 border-b py-1.5 ps-4 pe-2">
      <span className="text-fg-3 shrink-0 text-xs">Life of</span>
      {item ? (
        <Link
          href={pages.item(scope.workspace, scope.session, item.id)}
          className="hover:text-accent flex min-w-0 items-baseline gap-1.5"
        >
          <Mark {...tagMark(item.tag)} />
          <span dir="auto" className="truncate">
            {item.text}
          </span>
        </Link>
      ) : (
        <span className="text-fg-2">{life ? "an item that is not in the memory any more" : "…"}</span>
      )}
      <span className="flex-1" />
      {life && life.revisions.length > 1 && (
        <Button size="small" onClick={onPlay} aria-pressed={playing}>
          {playing ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}
          {playing ? "Pause" : "Play"}
        </Button>
      )}
      <Button look="ghost" size="icon-small" aria-label="Show everything" title="Show everything" onClick={onClose}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}
