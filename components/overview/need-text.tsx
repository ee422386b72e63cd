"use client";
import Link from "next/link";
import { itemMarkdown } from "@/components/memory/item-markdown";
import { Preview } from "@/components/memory/preview";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";

/**
 * The whole text of a need: what somebody wrote is rendered with its lists and fences, and never flattened. A line alone leads to the
 * thing; a text of several may have links of its own.
 */
export function NeedText({ need, href }: { need: Need; href: string }) {
  const text = wholeText(need);
  if (!hasShape(text)) {
    return (
      <Link prefetch={false} href={href} className="hover:underline">
        <Preview text={text} whole />
      </Link>
    );
  }
  return <LazyMarkdown text={text} />;
}

function wholeText(need: Need): string {
  if (need.kind === "relay") return need.relay.text;
  if (need.kind === "conflict" || need.kind === "question" || need.kind === "assigned")
    return itemMarkdown(need.item.text, need.item.body);
  return sayNeed(need).text;
}

/** Whether a text has more than one line: a single one is set at once, without the parser. */
function hasShape(text: string): boolean {
  return text.trim().includes("\n");
}
