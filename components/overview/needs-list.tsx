import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback, useMemo, useRef, useState, useEffect, type RefObject } from "react";
import { useChosen } from "@/components/shell/use-chosen";
import { BulkBar } from "@/components/shell/bulk";
import { useSteady } from "@/components/shell/use-steady";
import { Term } from "@/components/terms/term";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ChosenBar } from "@/components/ui/chosen-bar";
import { lazyDialog } from "@/components/ui/lazy-part";
import { needCountQuery } from "@/lib/client/needs";
import type { Need } from "@/lib/contracts/needs";
import { say, sayNumber, sentence, type Sentence } from "@/lib/core/i18n/say";
import { GROUPINGS, groupNeeds, type NeedGroup, type Grouping } from "./need-groups";
import { NeedRow } from "./need-row";
import type { NeedQuestion } from "./need-dialog";
import { actsOf, addressOf, commonActs, NEED_ACTS, type NeedAct } from "./need-words";
import { NothingWaits, ReadFailed } from "./needs-states";
import { useNeedActions } from "./use-need-actions";
import { useSettle, type Settle } from "./use-settle";
import { ViewSwitch } from "@/components/ui/view-switch";

interface NeedsBarProps {
  count: number;
  unread: number;
  snoozed: number;
  showsSnoozed: boolean;
  grouping: Grouping;
  waiting: number;
  onShowLatest: () => void;
  onGroup: (by: Grouping) => void;
  onShowSnoozed: (shown: boolean) => void;
}

const GROUP_NAMES: Record<Grouping, Sentence> = {
  kind: sentence("Kind"),
  session: sentence("Session"),
  urgency: sentence("Urgency"),
};

function NeedsBar(props: NeedsBarProps) {
  const { count, unread, snoozed, showsSnoozed, grouping, waiting, onShowLatest, onGroup, onShowSnoozed } = props;
  return (
    <div className="bg-bg sticky top-0 z-[2] flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1">
      <h2 id="needs" className="font-semibold">
        {showsSnoozed ? say("Snoozed") : say("Needs you")}
      </h2>
      <span role="status" className="sr-only">
        {showsSnoozed
          ? say("{count, number} snoozed", { count })
          : say("{count, plural, one {# thing needs} other {# things need}} you", { count })}
      </span>
      <span aria-hidden className="text-fg-3 text-xs">
        {count > 0 && sayNumber(count)}
        {!showsSnoozed && unread > 0 && unread < count && say(" · {unread, number} unread", { unread })}
      </span>
      <span className="flex-1" />
      {waiting > 0 && (
        <Button size="small" look="primary" onClick={onShowLatest}>
          {say("{waiting, plural, one {# update} other {# updates}} — show", { waiting })}
        </Button>
      )}
      {(snoozed > 0 || showsSnoozed) && (
        <Button size="small" look="ghost" aria-pressed={showsSnoozed} onClick={() => onShowSnoozed(!showsSnoozed)}>
          {showsSnoozed ? say("Back to what waits") : say("{snoozed, number} snoozed", { snoozed })}
        </Button>
      )}
      <ViewSwitch
        label={say("Group by")}
        views={GROUPINGS}
        value={grouping}
        onChange={onGroup}
        name={(by) => say(GROUP_NAMES[by])}
      />
    </div>
  );
}

const NeedDialog = lazyDialog(() => import("./need-dialog").then((module) => module.NeedDialog));

const VIEW = {
  by: parseAsStringLiteral(GROUPINGS).withDefault("kind"),
  snoozed: parseAsBoolean.withDefault(false),
};

const NONE: readonly Need[] = [];

interface NeedsListProps {
  workspace: string;
  /** The most urgent first. */
  needs: readonly Need[];
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  /** Moves the person's mark to what happened last in a session; gives how to move it back. */
  see: (session: string) => Promise<() => Promise<void>>;
  /** Told while the reader is at the list, by pointer or keys. */
  onTriage: (isThere: boolean) => void;
}

export function NeedsList({ needs, see, ...rest }: NeedsListProps) {
  const [{ snoozed }] = useQueryStates(VIEW);
  const settle = useSettle(rest.workspace, see);
  const { data, isLoading } = useQuery({
    ...readQuery("GET /needs", { params: { workspace: rest.workspace }, query: { snoozed: "true" } }),
    enabled: snoozed,
  });
  const { leaving } = settle;
  const all = snoozed ? (data?.items ?? NONE) : needs;
  // The same list as long as nothing leaves it: a new one would count as an update.
  const staying = useMemo(
    () => (leaving.size === 0 ? all : all.filter(({ key }) => !leaving.has(key))),
    [all, leaving],
  );
  return snoozed ? (
    <Needs key="snoozed" {...rest} needs={staying} loading={isLoading} settle={settle} />
  ) : (
    <Needs key="waiting" {...rest} needs={staying} settle={settle} />
  );
}

/** Needs, each settled by one key, and any number of them by one more. */
function Needs({
  workspace,
  needs,
  loading,
  error,
  onRetry,
  onTriage,
  settle,
}: Omit<NeedsListProps, "see"> & { settle: Settle }) {
  const router = useRouter();
  const may = useMay();
  const list = useRef<HTMLElement>(null);
  const [view, setView] = useQueryStates(VIEW);
  const { data: count } = useQuery(needCountQuery(workspace));
  const [inside, setInside] = useState(false);
  const [asking, setAsking] = useState<NeedQuestion>();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [engaged, setEngaged] = useState(false);
  const {
    shown: all,
    waiting,
    showLatest,
  } = useSteady(
    needs,
    useMemo(() => holdNew(inside || engaged), [inside, engaged]),
  );
  useEffect(() => onTriage(inside || engaged), [onTriage, inside, engaged]);
  const groups = groupNeeds(all, view.by, unfolded);
  const listed = groups.flatMap((group) => group.all);
  const unfold = (id: string) => setUnfolded((before) => new Set([...before, id]));
  const cursor = useNeedCursor(groups, list, unfold);
  const selection = useChosen(listed, ({ key }) => key);
  const { chosen } = cursor;
  const targets = selection.things.length > 0 ? selection.things : chosen ? [chosen] : NONE;

  function choose(need: Need | undefined) {
    setEngaged(need !== undefined);
    cursor.choose(need);
  }

  /** Does it to those of the needs that it can be done to; what has to be asked is asked once. */
  function act(among: readonly Need[], what: NeedAct) {
    const able = among.filter((need) => actsOf(need).includes(what));
    const [first] = able;
    if (first === undefined) return;
    if (what === "look") {
      open(first);
      return;
    }
    const isNew = what === "approve" && able.some((need) => need.kind === "relay" && need.newRole);
    if ("asks" in NEED_ACTS[what] || isNew) {
      if (able.length === 1) choose(first);
      setAsking({ needs: what === "edit" || what === "prune" ? [first] : able, act: what });
    } else void settled(what, able);
  }

  function settled(what: NeedAct, able: readonly Need[], text?: string): Promise<boolean> {
    // The row under the cursor hands it to the next; with none chosen yet, the first that is left takes it.
    if (chosen === undefined) choose(able[0]);
    selection.clear();
    return settle.settle(what, able, text);
  }

  function snooze(among: readonly Need[]) {
    if (among.length === 0) return;
    if (!view.snoozed) {
      setAsking({ needs: among, act: "snooze" });
      return;
    }
    selection.clear();
    void settle.mark(among, { snoozedUntil: null });
  }

  function read(among: readonly Need[]) {
    if (among.length === 0) return;
    void settle.mark(among, { read: among.some((need) => !need.read) });
  }

  function open(need: Need) {
    if (!need.read) void settle.mark([need], { read: true });
    router.push(addressOf(workspace, need));
  }

  useNeedActions({
    targets,
    snoozed: view.snoozed,
    settle,
    on: {
      move(step, extend) {
        setEngaged(true);
        const to = cursor.move(step);
        if (extend && to) selection.add(chosen ? [chosen, to] : [to]);
      },
      act: (what) => act(targets, what),
      open: () => chosen && open(chosen),
      toggle: () => chosen && selection.toggle(chosen),
      selectAll: () => selection.toggleAll(listed),
      selectGroup: () => {
        const group = groups.find(({ all: members }) => chosen === undefined || members.includes(chosen));
        if (group === undefined) return;
        // What is decided is read first.
        unfold(group.id);
        cursor.show(group.all);
        selection.toggleAll(group.all);
      },
      snooze: () => snooze(targets),
      assign: () => setAsking({ needs: targets, act: "assign" }),
      read: () => read(targets),
      letGo() {
        if (selection.things.length > 0) selection.clear();
        else choose(undefined);
      },
    },
  });

  return (
    <section
      aria-labelledby="needs"
      ref={list}
      onPointerEnter={() => setInside(true)}
      onPointerLeave={() => setInside(false)}
    >
      <NeedsBar
        count={needs.length}
        unread={needs.filter((need) => !need.read).length}
        snoozed={count?.snoozed ?? 0}
        showsSnoozed={view.snoozed}
        grouping={view.by}
        waiting={waiting}
        onShowLatest={showLatest}
        onGroup={(by) => void setView({ by })}
        onShowSnoozed={(snoozed) => void setView({ snoozed })}
      />
      {error && <ReadFailed error={error} onRetry={onRetry} />}
      {groups.map(({ id, heading, term, isName, members, all: { length: total } }) => (
        <div key={id} className="pb-3">
          <h3 dir={isName ? "auto" : undefined} className="text-2xs text-fg-3 truncate px-4 pb-1 font-semibold">
            {term === undefined ? heading : <Term id={term}>{heading}</Term>}{" "}
            <span className="font-normal">{total}</span>
          </h3>
          <ul aria-label={heading}>
            {members.map((need) => (
              <NeedRow
                key={need.key}
                need={need}
                current={need.key === chosen?.key}
                chosen={selection.keys.has(need.key)}
                href={addressOf(workspace, need)}
                onAct={(which, what) => act([which], what)}
                onChoose={selection.toggle}
                onSnooze={(which) => snooze([which])}
              />
            ))}
          </ul>
          {members.length < total && (
            <Button look="ghost" size="small" className="ms-2.5" onClick={() => unfold(id)}>
              {say("Show {total} more", { total: total - members.length })}
            </Button>
          )}
        </div>
      ))}
      {listed.length === 0 && waiting === 0 && !error && (
        <>{loading ? <SkeletonRows rows={4} height="h-[53px]" /> : <NothingWaits snoozed={view.snoozed} />}</>
      )}
      {selection.things.length > 0 && (
        <ChosenBar
          label={say("Selected needs")}
          count={selection.things.length}
          acts={[
            ...commonActs(selection.things)
              .filter((what) => may(NEED_ACTS[what].deed))
              .map((what) => ({
                label: say(NEED_ACTS[what].label),
                keys: NEED_ACTS[what].key,
                run: () => act(selection.things, what),
              })),
            {
              label: view.snoozed ? say("Bring back") : say("Snooze…"),
              keys: "s",
              run: () => snooze(selection.things),
            },
            { label: say("Read"), keys: "v", run: () => read(selection.things) },
          ]}
          onClear={selection.clear}
        />
      )}
      <BulkBar progress={settle.progress} />
      {asking && (
        <NeedDialog
          workspace={workspace}
          {...asking}
          onSettle={settled}
          onSnooze={(which, snoozedUntil) => {
            if (chosen === undefined) choose(which[0]);
            selection.clear();
            void settle.mark(
              which,
              { snoozedUntil },
              say("Snoozed {value}", { value: which.length === 1 ? "" : which.length }).trim(),
            );
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

/** While the reader is at the list, what comes new waits, unless there was nothing yet that it could move. */
export function holdNew(isThere: boolean) {
  return (seen: readonly Need[], latest: readonly Need[]) => {
    if (!isThere || seen.length === 0) return null;
    const known = new Set(seen.map((need) => need.key));
    const shown = latest.filter((need) => known.has(need.key));
    return { shown, waiting: latest.length - shown.length };
  };
}

/** Which need the keys act on. Where it was settled, by anybody, the next one takes its place; nothing else moves it. */
function useNeedCursor(
  groups: readonly NeedGroup[],
  list: RefObject<HTMLElement | null>,
  unfold: (id: string) => void,
) {
  const [cursor, setCursor] = useState<{ key: string; at: number }>();
  const shown = groups.flatMap(({ members }) => members);
  const chosen =
    cursor && (shown.find(({ key }) => key === cursor.key) ?? shown[Math.min(cursor.at, shown.length - 1)]);
  const current = chosen?.key;
  const rowOf = useCallback((key = "") => list.current?.querySelector(`[data-need="${CSS.escape(key)}"]`), [list]);
  useEffect(() => {
    rowOf(current)?.scrollIntoView({ block: "nearest" });
  }, [current, rowOf]);

  function choose(need: Need | undefined) {
    setCursor(need && { key: need.key, at: Math.max(0, shown.indexOf(need)) });
  }

  return {
    chosen,
    choose,
    /** Brings rows into sight once they are drawn: all of them where there is room, else from the first. */
    show(these: readonly Need[]) {
      requestAnimationFrame(() => {
        for (const need of [these.at(-1), these[0]]) rowOf(need?.key)?.scrollIntoView({ block: "nearest" });
      });
    },
    /** Folded rows are within reach: moving on from the last one shown unfolds them. Answers where the cursor goes. */
    move(step: 1 | -1): Need | undefined {
      const rows = groups.flatMap(({ all }) => all);
      const at = chosen ? rows.indexOf(chosen) + step : 0;
      let to = rows[Math.max(0, Math.min(rows.length - 1, at))];
      const group = groups.find(({ all }) => to !== undefined && all.includes(to));
      if (to === undefined || group === undefined) return undefined;
      if (!shown.includes(to)) {
        // Back over a fold, the last row that is shown comes first.
        if (step === 1) unfold(group.id);
        else to = group.members.at(-1) ?? to;
      }
      setCursor({ key: to.key, at: shown.includes(to) ? shown.indexOf(to) : shown.length });
      return to;
    },
  };
}
