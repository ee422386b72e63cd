import Link from "next/link";
import { TagLabel } from "@/components/memory/tag-label";
import { sayParts } from "@/components/ui/say-parts";
import { cx } from "@/components/ui/cx";
import { pages, type SessionScope } from "@/lib/client/paths";
import type { MomentItem } from "@/lib/contracts/moments";
import { say, sentence } from "@/lib/core/words/say";
import { Preview } from "@/components/memory/preview";
import { STATE_WORDS } from "@/components/memory/state-words";

/** What a change is called, with the colour that stands for it everywhere. */
export const CHANGES = {
  added: { word: sentence("Added"), tint: "bg-ok-soft" },
  changed: { word: sentence("Changed"), tint: "bg-warn-soft" },
  gone: { word: sentence("Removed"), tint: "bg-bad-soft" },
} as const;

export type ChangeKind = keyof typeof CHANGES;

/** A row for a change of anything: what happened, whose it is, and what it says. */
export function ChangeRow({ kind, who, children }: { kind: ChangeKind; who: string; children: React.ReactNode }) {
  const { word, tint } = CHANGES[kind];
  return (
    <li className={cx("border-line flex flex-wrap items-baseline gap-x-2 border-b px-4 py-1.5", tint)}>
      <span className="text-fg-2 w-16 shrink-0 text-xs">{say(word)}</span>
      <span className="w-40 shrink-0 truncate text-xs" title={who}>
        {who}
      </span>
      <span className="min-w-0 flex-1 basis-64 break-words">{children}</span>
    </li>
  );
}

/** An item as it read then, as a link to what it is now. */
export function MomentItemText({ scope, item }: { scope: SessionScope; item: MomentItem }) {
  const { id, tag, text, was, state } = item;
  return (
    <span className="flex items-baseline gap-x-2">
      <span className="shrink-0">
        <TagLabel tag={tag} />
      </span>
      <span className="min-w-0">
        <Link href={pages.item(scope.workspace, scope.session, id)} className="hover:text-accent" prefetch={false}>
          <Preview text={text} whole />
        </Link>
        {state !== "active" && <span className="text-fg-3 text-xs">{say(STATE_WORDS[state])}</span>}
        {was !== null && was !== text && (
          <span className="text-fg-2 block text-xs">
            {sayParts("Before: {was}", { was: <Preview text={was} whole /> })}
          </span>
        )}
      </span>
    </span>
  );
}
