import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command, defaultFilter } from "cmdk";
import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { Dialog as Base } from "@base-ui/react/dialog";
import { ACTION_GROUPS, GROUP_WORDS, runAction, useActionList } from "@/components/ui/action-registry";
import { Kbd } from "@/components/ui/kbd";
import { useDebounced } from "@/components/ui/use-debounced";
import { Found } from "@/components/shell/found";
import { pages } from "@/lib/client/paths";
import { filesQuery } from "@/lib/client/files";
import { searchQuery } from "@/lib/client/search";
import type { SearchResults } from "@/lib/contracts/search";
import { say } from "@/lib/core/i18n/say";
import { useGo } from "./use-go";

/** How the value of a result begins, and of the way to all of them. */
const FOUND = "found ";
const HEADING =
  "[&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-fg-3 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-semibold";
const ROW = "data-[selected=true]:bg-accent-soft flex items-center gap-3 rounded-md px-2.5 select-none";

/** An action scores less where it has the letters of a search far apart: it is not what was meant. */
const LEAST_SCORE = 0.02;

/** The server has found the results already; they stand behind the actions that are meant. */
function score(value: string, search: string, keywords?: string[]): number {
  if (value.startsWith(FOUND)) return Number.MIN_VALUE;
  const scored = defaultFilter(value, search, keywords);
  return scored < LEAST_SCORE ? 0 : scored;
}

interface PaletteProps {
  workspace: string;
  /** What was typed while the palette was loading, and whether Enter followed. */
  typed: string;
  entered: boolean;
  onClose: () => void;
}

/**
 * Everything that can be done here and now, found by typing: what concerns the selection first; and behind it whatever is
 * remembered about those words.
 */
export function Palette({ workspace, typed, entered, onClose }: PaletteProps) {
  const go = useGo();
  const actions = useActionList().filter((action) => action.inPalette !== false && action.enabled !== false);
  const [open, setOpen] = useState(true);
  const [query, setQuery] = useState(typed);
  const [chosen, setChosen] = useState<() => void>();
  const { q, results, files, error, isSearching } = useSearch(workspace, query);
  // The place among what is found that Enter was pressed on before it was there; another key calls that off.
  const [awaited, setAwaited] = useState<number>();
  const handedOver = useRef(!entered);
  const choose = (act: () => void) => {
    setChosen(() => act);
    setOpen(false);
  };
  if (awaited !== undefined && !isSearching) {
    setAwaited(undefined);
    const found = results?.items[awaited]?.link ?? (files[0] && pages.file(workspace, files[0].path));
    if (found !== undefined) choose(() => go(found));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    setAwaited(undefined);
    if (event.key !== "Enter" || !isSearching || event.nativeEvent.isComposing) return;
    const value = event.currentTarget.querySelector<HTMLElement>("[cmdk-item][data-selected=true]")?.dataset["value"];
    if (value !== undefined && !value.startsWith(FOUND)) return;
    event.preventDefault();
    setAwaited(Number(value?.slice(FOUND.length)) || 0);
  }

  function handOver({ target }: FocusEvent) {
    if (handedOver.current) return;
    handedOver.current = true;
    target.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  }

  return (
    <Base.Root
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        onClose();
        // Only now has the focus gone back to the page, where an action that opens a dialog of its own can take it.
        chosen?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="bg-veil fixed inset-0 z-40" />
        <Base.Popup className="animate-appear border-line-strong bg-raised shadow-pop fixed start-1/2 top-[12vh] z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-lg border outline-none">
          <Base.Title className="sr-only">{say("Commands")}</Base.Title>
          <Command label={say("Commands")} filter={score} loop onKeyDown={onKeyDown}>
            <Command.Input
              value={query}
              onValueChange={setQuery}
              onFocus={handOver}
              placeholder={say("Type a command or search")}
              className="border-line h-11 w-full border-b bg-transparent px-4 text-base outline-none"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
              <Command.Empty className="text-fg-3 px-3 py-6 text-center">
                {error ? error.message : isSearching ? say("Searching…") : say("No results")}
              </Command.Empty>
              {ACTION_GROUPS.map((group) => {
                const members = actions.filter((action) => action.group === group);
                return members.length === 0 ? null : (
                  <Command.Group key={group} heading={say(GROUP_WORDS[group])} className={HEADING}>
                    {members.map((action) => (
                      <Command.Item
                        key={action.id}
                        value={action.id}
                        keywords={[action.label]}
                        onSelect={() => choose(() => runAction(action.id))}
                        className={`${ROW} h-8`}
                      >
                        <span className="flex-1 truncate">{action.label}</span>
                        {action.keys && <Kbd keys={action.keys} className="text-fg-3" />}
                      </Command.Item>
                    ))}
                  </Command.Group>
                );
              })}
              {results && results.items.length > 0 && (
                <Command.Group heading={headingOf(results)} className={HEADING}>
                  {results.items.map((result, index) => (
                    <Command.Item
                      // What comes next under this place stays chosen, and Enter opens it.
                      key={index}
                      value={`${FOUND}${index}`}
                      onSelect={() => choose(() => go(result.link))}
                      className={ROW}
                    >
                      <Found result={result} />
                    </Command.Item>
                  ))}
                  {results.total > results.items.length && (
                    <Command.Item
                      value={`${FOUND}all`}
                      onSelect={() => choose(() => go(pages.search(workspace, q)))}
                      className={`${ROW} text-accent h-8`}
                    >
                      {say("Show all {total}", { total: results.total })}
                    </Command.Item>
                  )}
                </Command.Group>
              )}
              {files.length > 0 && (
                <Command.Group heading={say("Files")} className={HEADING}>
                  {files.map(({ path }) => (
                    <Command.Item
                      key={path}
                      value={`${FOUND}${path}`}
                      onSelect={() => choose(() => go(pages.file(workspace, path)))}
                      className={`${ROW} h-8 font-mono text-xs`}
                    >
                      <span dir="auto" className="truncate">
                        {path}
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
            </Command.List>
            <p className="sr-only" role="status">
              {results && !isSearching ? say("{total} found for {q}", { total: results.total, q }) : ""}
            </p>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function headingOf({ index }: SearchResults): string {
  if (index.complete) return say("Found");
  return say("Found so far, in {read} of {documents} files", { read: index.read, documents: index.documents });
}

/** A pause in typing shorter than this is none. */
const PAUSE_MS = 120;
/** As many as a palette shows; the page of the search has the rest. */
const SHOWN = 8;
const FILES_SHOWN = 3;

function useSearch(workspace: string, typed: string) {
  const q = useDebounced(typed.trim(), PAUSE_MS);
  const wanted = typed.trim() === "" ? "" : q;
  const { data, error, isFetching } = useQuery(searchQuery(workspace, wanted, SHOWN));
  const files = useQuery({ ...filesQuery(workspace, wanted, FILES_SHOWN), placeholderData: keepPreviousData });
  const isLate = typed.trim() !== wanted;
  return {
    /** The words these results are for. */
    q: wanted,
    results: wanted === "" ? undefined : data,
    files: wanted === "" ? [] : (files.data?.items ?? []),
    error,
    isSearching: typed.trim() !== "" && (isFetching || files.isFetching || isLate),
  };
}
