"use client";
import { useRef, useState } from "react";
import { useActions } from "@/components/ui/action-registry";
import { TextInput } from "@/components/ui/field";
import { say } from "@/lib/core/words/say";

/** A place of the page, by the group it is shown under. */
export interface IndexEntry {
  id: string;
  group: string;
  label: string;
  /** Shown before the label, such as the method. */
  mark: string;
  /** What it is found by beside its label. */
  words: string;
}

/** Everything on the page, narrowed by what is typed; Enter goes to the first. */
export function ReferenceIndex({ entries }: { entries: IndexEntry[] }) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const found = matching(entries, text);
  const groups = [...new Set(found.map((entry) => entry.group))];

  useActions([
    {
      id: "reference.search",
      label: say("Search the API"),
      group: "Filter",
      keys: "/",
      run: () => input.current?.focus(),
    },
  ]);

  return (
    <nav aria-label={say("Contents")} className="flex min-h-0 flex-col gap-3">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const first = found[0];
          if (first) location.hash = first.id;
        }}
      >
        <TextInput
          ref={input}
          type="search"
          aria-label={say("Search the API")}
          placeholder={say("Search: archive, If-Match, 409 …")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <p role="status" className="sr-only">
        {text && say("{found} found", { found: found.length })}
      </p>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto max-md:max-h-52">
        {groups.map((group) => (
          <div key={group}>
            <h2 className="text-fg-3 px-2 text-xs">{group}</h2>
            <ul>
              {found
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <li key={entry.id}>
                    <a
                      href={`#${entry.id}`}
                      className="hover:bg-hover text-fg-2 hover:text-fg flex items-baseline gap-2 rounded-md px-2 py-0.5"
                    >
                      {entry.mark && <span className="text-fg-3 text-2xs w-11 shrink-0 font-mono">{entry.mark}</span>}
                      <span className="min-w-0 wrap-anywhere">{entry.label}</span>
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        {found.length === 0 && <p className="text-fg-3 px-2">{say("Nothing has all of these words.")}</p>}
      </div>
    </nav>
  );
}

function matching(entries: IndexEntry[], text: string): IndexEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const own = `${entry.mark} ${entry.label} ${entry.words}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
}
