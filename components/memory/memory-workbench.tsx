import { FileProblems } from "@/components/faults/file-problems";
import { isQuiet } from "@/lib/core/faults/is-quiet";
import { memoryPath } from "@/lib/core/memory/session-paths";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { SessionPairs } from "./pair-lines";
import { BulkBar } from "@/components/shell/bulk";
import { SessionRepairs } from "@/components/repairs/session-repairs";
import { isOwnUnderWay } from "@/components/shell/use-change";
import { useChosen } from "@/components/shell/use-chosen";
import { useSteady } from "@/components/shell/use-steady";
import { lazyDialog, lazyPart } from "@/components/ui/lazy-part";
import { announce } from "@/components/ui/live-region";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { useTinted } from "@/components/ui/use-tinted";
import { PeekSpace } from "@/components/ui/peek";
import type { SessionScope } from "@/lib/client/paths";
import { contextVersionsQuery } from "@/lib/client/context";
import { sessionsQuery } from "@/lib/client/sessions";
import { serverNow } from "@/components/ui/relative-time";
import { staleBefore } from "@/lib/core/memory/age";
import type { Item, Memory, Relay } from "@/lib/contracts/memory";
import type { Role } from "@/lib/contracts/sessions";
import { say } from "@/lib/core/i18n/say";
import { FilterBar } from "./filter-bar";
import { actsOn, type PossibleAct } from "./item-acts";
import { findMissing } from "./find-missing";
import type { DialogState } from "./memory-dialog";
import { filterMemory, isNarrowed, type Filtered } from "./memory-filter";
import { MemoryList, type ListHandle } from "./memory-list";
import { buildRows, countMoves, findActive, findStaying, type ActiveRow, type MemoryRow } from "./memory-rows";
import { useCuration } from "./use-curation";
import { useMemoryActions } from "./use-memory-actions";
import { cleared, useMemoryFilter } from "./use-memory-filter";
import { useLinked, useMemoryPlace } from "./use-memory-place";
import { useNews, useSeenAsItComes } from "./use-news";
import type { RelayAct } from "./relay-row";

const SPACE = <div className="flex-1" />;

const MemoryDialog = lazyDialog(() => import("./memory-dialog").then((module) => module.MemoryDialog));
const ItemPeek = lazyPart(() => import("./item-peek").then((module) => module.ItemPeek), <PeekSpace />);
const MemoryBoard = lazyPart(() => import("./memory-board").then((module) => module.MemoryBoard), SPACE);
const BrokenMemory = lazyPart(() => import("./memory-states").then((module) => module.BrokenMemory));
const NoItems = lazyPart(() => import("./memory-states").then((module) => module.NoItems), SPACE);
const NothingFound = lazyPart(() => import("./memory-states").then((module) => module.NothingFound), SPACE);
const NoMemory = lazyPart(() => import("./memory-states").then((module) => module.NoMemory), SPACE);
const ChosenBar = lazyPart(() => import("@/components/ui/chosen-bar").then((module) => module.ChosenBar));
const FileView = lazyPart(() => import("./file-view").then((module) => module.FileView), SPACE);

const NOBODY: readonly Role[] = [];

const keyOf = ({ id }: Item) => id;
interface Read {
  memory: Memory;
  pending: Relay[];
}

export function MemoryWorkbench({ scope, memory, pending }: { scope: SessionScope; memory: Memory; pending: Relay[] }) {
  const may = useMay();
  const [filter, setFilter] = useMemoryFilter();
  const [place, setPlace] = useMemoryPlace();
  const [cursorKey, setCursorKey] = useState<string>();
  const [dialog, setDialog] = useState<DialogState>();
  const list = useRef<ListHandle>(null);
  const { data: sessions } = useQuery(sessionsQuery(scope.workspace));
  const known = sessions?.items.find((session) => session.id === scope.session);
  // Nobody should have read what is finished.
  const roles = known?.finished === null ? known.roles : NOBODY;

  const narrowed = isNarrowed(filter) || filter.state !== "open";
  // Typing must not wait for ten thousand rows.
  const calm = useDeferredValue(filter);
  const latest = useMemo<Read>(() => ({ memory, pending }), [memory, pending]);
  const { news, look } = useNews(scope);
  const { data: versions } = useQuery(contextVersionsQuery(scope));
  const [openedAt] = useState(serverNow);
  const old = staleBefore(versions?.items.map(({ at }) => Date.parse(at)) ?? [], openedAt);
  const pass = useCallback((read: Read) => filterMemory(read.memory, read.pending, calm, news, old), [calm, news, old]);
  const build = useCallback(
    (read: Filtered) => buildRows(read, isNarrowed(calm) || calm.state !== "open", calm.newest),
    [calm],
  );
  const isList = place.view === "list";
  const hold = useCallback(
    (seen: Read, next: Read) => {
      const moves =
        isOwnUnderWay() || !isList ? 0 : countMoves(build(pass(seen)), build(pass(next)), list.current?.anchor());
      return moves === 0 ? null : { shown: seen, waiting: moves };
    },
    [build, pass, isList],
  );
  const { shown, waiting, showLatest } = useSteady(latest, hold);
  useSeenAsItComes(look, shown, waiting);
  const filtered = useMemo(() => pass(shown), [shown, pass]);
  const rows = useMemo(() => build(filtered), [build, filtered]);
  const narrowing = JSON.stringify(calm);
  const fresh = useFresh(rows, narrowing);
  const listed = useMemo(() => rows.flatMap((row) => (row.kind === "item" ? [row.item] : [])), [rows]);
  const selection = useChosen(listed, keyOf);
  const toggle = (key: string, range?: boolean) => {
    const item = listed.find(({ id }) => id === key);
    if (item) selection.toggle(item, range);
  };
  const curation = useCuration(scope.workspace, (conflict) => setDialog({ kind: "conflict", conflict }));

  const cursorIndex = rows.findIndex((row) => row.key === cursorKey);
  const cursor = cursorIndex < 0 ? undefined : findActive(rows, cursorIndex, 1);
  const opened = useMemo(() => {
    for (const section of shown.memory.sections) {
      const item = section.items.find((each) => each.id === place.item);
      if (item) return { item, section };
    }
    return undefined;
  }, [shown, place.item]);

  const focusRow = useCallback((key: string) => list.current?.focusRow(key), []);

  function goTo(row: ActiveRow | undefined) {
    if (!row) return;
    setCursorKey(row.key);
    focusRow(row.key);
    if (place.item !== null && row.kind === "item") void setPlace({ item: row.key });
  }

  function openRow(key: string) {
    setCursorKey(key);
    if (!key.startsWith("relay:")) void setPlace({ item: key });
  }

  /** Acts on the chosen items or the one under the cursor, and moves on to what will stand there next. */
  const chosen =
    selection.things.length > 0
      ? selection.things
      : cursor?.kind === "item"
        ? [cursor.item]
        : opened
          ? [opened.item]
          : [];
  const pendingRelay =
    cursor?.kind === "relay" ? cursor.relay : shown.pending.length === 1 ? shown.pending[0] : undefined;

  function leaving(keys: ReadonlySet<string>) {
    if (filter.state === "all" || cursorIndex < 0) return;
    goTo(findStaying(rows, cursorIndex, keys));
  }

  const acts = actsOn(chosen, may);
  const onAct = ({ run, items }: PossibleAct) => {
    const [item] = items;
    if (item === undefined) return;
    const leave = (act: "archive" | "unarchive") => {
      leaving(new Set(items.map(({ id }) => id)));
      selection.clear();
      void curation[act](scope, items);
    };
    const role = shown.memory.sections.find((section) => section.items.includes(item))?.role ?? "Lead";
    run({ scope, curation, ask: setDialog, leave }, { ...item, role }, items);
  };
  const approve = (relay: Relay) => {
    leaving(new Set([`relay:${relay.id}`]));
    void curation.approve(scope, relay);
  };
  const onRelay = (act: RelayAct, relay: Relay) =>
    act === "approve" ? approve(relay) : setDialog({ kind: "relay", act, relay });
  const closePeek = () => {
    void setPlace({ item: null });
    if (cursor) focusRow(cursor.key);
  };

  /** With other words an item has another id; who had it open, or the cursor on it, goes along. */
  const follow = (before: Item, now: Item) => {
    if (cursorKey === before.id) setCursorKey(now.id);
    if (place.item === before.id) void setPlace({ item: now.id });
  };

  useMemoryActions({
    cursor,
    acts,
    selectedCount: selection.things.length,
    pendingRelay,
    peekOpen: place.item !== null,
    view: place.view,
    curation,
    on: {
      move: (step, extend) => {
        const begin = list.current?.edge(step) ?? (step === 1 ? 0 : rows.length - 1);
        const to = findActive(rows, cursorIndex < 0 ? begin : cursorIndex + step, step);
        if (extend) selection.add([cursor, to].flatMap((row) => (row?.kind === "item" ? [row.item] : [])));
        goTo(to);
      },
      moveToSection: (step) => {
        const heads = rows.flatMap((row, index) => (row.kind === "section" ? [index] : []));
        const head = step === 1 ? heads.find((at) => at > cursorIndex) : heads.findLast((at) => at < cursorIndex - 1);
        if (head !== undefined) goTo(findActive(rows, head, 1));
      },
      open: () => cursor && openRow(cursor.key),
      close: () => (selection.things.length > 0 ? selection.clear() : closePeek()),
      toggle: () => cursor && toggle(cursor.key),
      selectAll: () => selection.choose(listed),
      act: onAct,
      relay: (act) => pendingRelay && onRelay(act, pendingRelay),
      add: () => setDialog({ kind: "add" }),
      prune: () => setDialog({ kind: "prune" }),
      show: (view) => void setPlace({ view, line: null }),
    },
  });

  useLinked(place.item, cursorKey, rows, (key) => {
    setCursorKey(key);
    focusRow(key);
  });

  // What passes another filter is read from its beginning.
  const shownBy = useRef(narrowing);
  useLayoutEffect(() => {
    if (shownBy.current === narrowing) return;
    shownBy.current = narrowing;
    list.current?.toTop();
  }, [narrowing]);

  useEffect(() => {
    if (isNarrowed(calm)) announce(say("{shown} of {total} items", { shown: filtered.shown, total: filtered.total }));
  }, [calm, filtered.shown, filtered.total]);

  const relayHandlers = { onRelay, onOpenTwin: openRow };
  const marks = { cursor: cursor?.key, open: place.item, selected: selection.keys, onOpen: openRow };
  const errors = shown.memory.diagnostics.filter((each) => each.severity === "error");
  // What is merely old or long waits in the file's own view.
  const warnings = shown.memory.diagnostics.filter(
    (each) => each.severity === "warning" && (place.view === "file" || !isQuiet(each)),
  );
  const hasTexts = [shown.memory.preface, ...shown.memory.sections.map(({ texts }) => texts)].some((each) => each[0]);
  const isEmpty = filtered.total === 0 && shown.pending.length === 0 && !hasTexts;
  /** What cannot be read as a memory is shown as the file it is. */
  const isBroken = isEmpty && errors.length > 0;
  const missing = findMissing(shown.memory.diagnostics);
  const showLine = (line: number) => void setPlace({ view: "file", line });

  return (
    <div className="flex min-h-0 flex-1">
      <div className="relative flex min-w-0 flex-1 flex-col">
        {errors.length > 0 && <BrokenMemory errors={errors} onShow={showLine} />}
        <FileProblems
          workspace={scope.workspace}
          path={memoryPath(scope.session)}
          diagnostics={warnings}
          keys
          className="border-line border-b px-4 py-2"
        />
        <SessionRepairs
          scope={scope}
          onApply={(repair) => void curation.applyRepair(repair)}
          onDismiss={(repair) => void curation.dismissRepair(repair)}
          onUndo={(repair) => void curation.undoRepair(repair)}
        />
        <SessionPairs scope={scope} memory={shown.memory} />
        {place.view !== "file" && !isEmpty && missing === undefined && (
          <FilterBar filter={filter} counts={filtered.counts} onChange={setFilter} />
        )}
        {waiting > 0 && <WaitingUpdates count={waiting} onShow={showLatest} />}
        {missing !== undefined ? (
          <NoMemory scope={scope} missing={missing} version={known?.gcVersion ?? null} />
        ) : place.view === "file" || isBroken ? (
          <FileView scope={scope} diagnostics={shown.memory.diagnostics} line={place.line} />
        ) : isEmpty ? (
          <NoItems scope={scope} onAdd={() => setDialog({ kind: "add" })} />
        ) : narrowed && rows.length === 0 ? (
          <NothingFound total={filtered.total} onClear={() => setFilter({ ...cleared(), state: "open" })} />
        ) : place.view === "board" ? (
          <MemoryBoard sections={filtered.sections} narrowed={narrowed} {...marks} {...relayHandlers} />
        ) : (
          // Outside of any Suspense: the server would send it apart, to be shown a moment after the page.
          <MemoryList
            ref={list}
            rows={rows}
            roles={roles}
            revision={shown.memory.revision}
            fresh={fresh}
            news={news}
            namesRoles={calm.newest}
            onShowLine={showLine}
            onToggle={toggle}
            onCursor={setCursorKey}
            onSection={(act, role) =>
              act === "unarchive" ? void curation.unarchiveSection(scope, role) : setDialog({ kind: act, role })
            }
            onMakeItems={(role, text) => setDialog({ kind: "make-items", role, text })}
            {...marks}
            {...relayHandlers}
          />
        )}
        {selection.things.length > 0 && (
          <ChosenBar
            label={say("Selected items")}
            floats
            count={selection.things.length}
            acts={acts
              .filter(({ single, isPossible }) => !single && isPossible)
              .map((act) => ({ label: say(act.label), keys: act.keys, run: () => onAct(act) }))}
            onClear={selection.clear}
          />
        )}
        <BulkBar progress={curation.progress} />
      </div>
      {opened && place.view !== "file" && (
        <ItemPeek
          scope={scope}
          item={opened.item}
          section={opened.section}
          onClose={closePeek}
          onAct={onAct}
          onRestore={(revision) =>
            void curation.restoreWords(scope, opened.item, revision, (now) => follow(opened.item, now))
          }
          onShowLine={showLine}
        />
      )}
      {dialog && (
        <MemoryDialog
          scope={scope}
          dialog={dialog}
          memory={memory}
          curation={curation}
          onClose={() => setDialog(undefined)}
          onEdited={follow}
          onDecided={(keys) => {
            selection.clear();
            requestAnimationFrame(() => leaving(new Set(keys)));
          }}
          onAdded={(id) => {
            // The dialog gives the focus back where it was as it goes; the new row is to have it after that.
            requestAnimationFrame(() => {
              setCursorKey(id);
              focusRow(id);
            });
          }}
        />
      )}
    </div>
  );
}

/** Changes that would move what the reader looks at wait here until they are asked for. */
function WaitingUpdates({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-14 z-10 flex justify-center">
      <Button look="primary" onClick={onShow} className="animate-appear shadow-pop pointer-events-auto">
        {say("{count, plural, one {# update} other {# updates}} — show", { count })}
      </Button>
    </div>
  );
}

/** The rows that came since the page was opened, each for as long as its tint lasts. */
function useFresh(rows: readonly MemoryRow[], scope: string): ReadonlySet<string> {
  const [known, setKnown] = useState<{ scope: string; keys: ReadonlySet<string> }>();
  const [fresh, setFresh] = useTinted();

  if (known?.scope !== scope) {
    // What the filter newly lets through is not new: with another filter, knowing begins again.
    setKnown({ scope, keys: new Set(rows.map((row) => row.key)) });
    setFresh(new Set());
  } else {
    const came = rows.filter((row) => !known.keys.has(row.key)).map((row) => row.key);
    if (came.length > 0) {
      setKnown({ scope, keys: new Set([...known.keys, ...came]) });
      setFresh(new Set([...fresh, ...came]));
    }
  }
  return fresh;
}
