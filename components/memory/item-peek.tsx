"use client";
import { Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { itemMarkdown } from "./item-markdown";

import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Fact, Facts } from "@/components/ui/facts";
import { Kbd } from "@/components/ui/kbd";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { Peek } from "@/components/ui/peek";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SessionScope } from "@/lib/client/paths";
import type { Item, Section } from "@/lib/contracts/memory";
import { say } from "@/lib/core/words/say";
import { ItemLife } from "./item-life";
import { viewOf } from "./memory-filter";
import { TagLabel } from "./tag-label";

const ItemRemarks = lazyPart(() => import("@/components/people/item-remarks").then((module) => module.ItemRemarks));

interface ItemPeekProps {
  scope: SessionScope;
  item: Item;
  section: Section;
  onClose: () => void;
  onArchive: () => void;
  onUnarchive: () => void;
  onResolve: () => void;
  onEdit: () => void;
  /** Brings back the words that it had after a revision. */
  onRestore: (revision: number) => void;
  onCopyLink: () => void;
  onShowLine: (line: number) => void;
}

/** One item in full: its whole text, what can be done with it, where it stands and what happened to it. */
export function ItemPeek({ scope, item, section, onClose, onShowLine, onRestore, ...acts }: ItemPeekProps) {
  const view = viewOf(item);
  return (
    <Peek label={say("Item")} heading={<TagLabel tag={item.tag} />} onClose={onClose}>
      <div className={view === "open" ? "" : "text-fg-2"}>
        <LazyMarkdown text={itemMarkdown(item.text, item.body)} />
        {item.resolution !== null && (
          <div className="border-ok mt-2 border-s-2 ps-3">
            <p className="text-fg-3 text-xs">{say("Resolved")}</p>
            <LazyMarkdown text={item.resolution} />
          </div>
        )}
      </div>
      {/* In sight, however long the text. */}
      <div className="bg-bg sticky -bottom-4 -my-4 flex flex-wrap gap-1.5 py-4 max-sm:-bottom-3 max-sm:-my-3 max-sm:py-3">
        <Changes deed="archive items">
          {view === "open" ? (
            <>
              <Button onClick={acts.onArchive}>
                {say("Archive")} <Kbd keys="e" className="text-fg-3" />
              </Button>
              <Button onClick={acts.onResolve}>
                {say("Resolve…")} <Kbd keys="r" className="text-fg-3" />
              </Button>
              <Changes>
                <Button onClick={acts.onEdit}>
                  {say("Edit…")} <Kbd keys="i" className="text-fg-3" />
                </Button>
              </Changes>
            </>
          ) : (
            <Button onClick={acts.onUnarchive}>
              {say("Unarchive")} <Kbd keys="shift+e" className="text-fg-3" />
            </Button>
          )}
        </Changes>
        <Button onClick={acts.onCopyLink}>
          {say("Copy link")} <Kbd keys="y" className="text-fg-3" />
        </Button>
      </div>
      <Facts>
        <Fact name="Section">{section.role}</Fact>
        {item.timestamp && (
          <Fact name="Dated">
            <RelativeTime at={item.timestamp} ago />
          </Fact>
        )}
        {item.written && (
          <Fact name="Written by">
            {item.written.probably && say("probably ")}
            {item.written.by}, <RelativeTime at={item.written.at} ago />
          </Fact>
        )}
        <Fact name="Line">
          <button
            type="button"
            onClick={() => onShowLine(item.line)}
            className="text-accent decoration-accent/40 hover:decoration-accent rounded-sm py-1 underline underline-offset-2"
          >
            {say("TEAM-MEMORY.md:{line}", { line: item.line })}
          </button>
        </Fact>
      </Facts>
      <Suspense>
        <ItemRemarks key={item.id} scope={scope} item={item.id} />
      </Suspense>
      <ItemLife scope={scope} item={item.id} onRestore={onRestore} />
    </Peek>
  );
}
