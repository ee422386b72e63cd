import type { ReactNode } from "react";
import type { Knowledge, TeamEntry } from "@/lib/contracts/knowledge";
import { TokenCount } from "./token-count";

interface EntryRowProps {
  entry: Knowledge | TeamEntry;
  onOpen: () => void;
  children: ReactNode;
}

export function EntryRow({ entry, onOpen, children }: EntryRowProps) {
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        className="hover:bg-hover grid w-full grid-cols-[minmax(0,1.2fr)_minmax(0,1.6fr)_170px] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-start max-md:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="flex min-w-0 flex-col">
          <b dir="auto" className="truncate font-semibold">
            {entry.id}
          </b>
          <span dir="auto" className="text-fg-3 truncate text-xs">
            {entry.state === "read" ? (entry.description ?? entry.path) : entry.problem}
          </span>
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-1 max-md:order-last max-md:col-span-full">
          {children}
        </span>
        <TokenCount tokens={entry.tokens} estimate={entry.tokensEstimate} drift={entry.drift} />
      </button>
    </li>
  );
}
