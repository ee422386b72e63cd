import { Link } from "@/components/ui/link";
import { memo, type PointerEvent, useRef, useState } from "react";
import { TagLabel } from "@/components/memory/tag-label";
import { PairLines, PairNote } from "@/components/memory/pair-lines";
import { Preview } from "@/components/memory/preview";
import { RepairLines } from "@/components/repairs/repair-lines";
import { Button } from "@/components/ui/button";
import { useMay } from "@/components/ui/changes";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { sayNeed } from "@/lib/client/say-need";
import type { Need } from "@/lib/contracts/needs";
import { sayParts } from "@/components/ui/say-parts";
import { say, sentence } from "@/lib/core/i18n/say";
import { actsOf, NEED_ACTS, type NeedAct, OWED_LABELS } from "./need-words";
import { itemMarkdown } from "@/components/memory/item-markdown";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import type { FaultFix } from "@/lib/contracts/faults";
import { showInvisible } from "@/lib/core/text/visible";

/** So far a thumb moves before it counts, in pixels. */
const FAR = 96;

/** Less than this is a tap, or the page that scrolls. */
const NEAR = 12;

/** A row that is swiped by thumb: how far it is moved now, and what it listens to. A mouse selects text as ever. */
function useSwipe({ right, left }: { right: (() => void) | undefined; left: (() => void) | undefined }) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const [offset, setOffset] = useState(0);

  function end() {
    start.current = undefined;
    setOffset(0);
  }

  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "mouse") return;
        start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (start.current === undefined) return;
        const across = event.clientX - start.current.x;
        const down = event.clientY - start.current.y;
        if (offset === 0 && (Math.abs(across) < NEAR || Math.abs(down) > Math.abs(across))) return;
        setOffset(across);
      },
      onPointerUp() {
        const act = offset >= FAR ? right : offset <= -FAR ? left : undefined;
        end();
        act?.();
      },
      onPointerCancel: end,
    },
  };
}

interface NeedRowProps {
  need: Need;
  current: boolean;
  chosen: boolean;
  /** Where the thing is looked at. */
  href: string;
  onAct: (need: Need, act: NeedAct) => void;
  onChoose: (need: Need, range: boolean) => void;
  onSnooze: (need: Need) => void;
}

/** One thing that waits: what it is, where, who waits since when, and what can be done about it. */
export const NeedRow = memo(function NeedRow(props: NeedRowProps) {
  const { need, current, chosen, href, onAct, onChoose, onSnooze } = props;
  const may = useMay();
  const acts = actsOf(need).filter((act) => may(NEED_ACTS[act].deed));
  const main = acts.at(-1);
  // By thumb: to the right does the main thing, to the left puts it off.
  const swipe = useSwipe({
    right: main === undefined ? undefined : () => onAct(need, main),
    left: () => onSnooze(need),
  });
  return (
    <li
      data-need={need.key}
      aria-current={current || undefined}
      className="border-line relative scroll-my-12 overflow-hidden border-t"
    >
      <SwipeHint shown={swipe.offset > 0} side="start">
        {main === undefined ? "" : say(NEED_ACTS[main].label)}
      </SwipeHint>
      <SwipeHint shown={swipe.offset < 0} side="end">
        {say("Snooze…")}
      </SwipeHint>
      <div
        {...swipe.handlers}
        style={swipe.offset === 0 ? undefined : { transform: `translateX(${swipe.offset}px)` }}
        className={cx(
          "relative grid touch-pan-y grid-cols-[24px_96px_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 px-3 py-1.5 max-sm:grid-cols-[24px_minmax(0,1fr)]",
          chosen || current ? "bg-accent-soft" : "bg-bg hover:bg-hover",
          current && "shadow-[inset_2px_0_var(--accent)]",
        )}
      >
        <Checkbox
          aria-label={say("Select: {text}", { text: sayNeed(need).text })}
          checked={chosen}
          onChange={() => undefined}
          onClick={(event) => onChoose(need, event.shiftKey)}
        />
        <span className="flex min-h-6 items-center gap-1.5">
          <Label need={need} />
        </span>
        <div className={cx("min-h-6 min-w-0 py-0.5 max-sm:col-span-full", !need.read && "font-medium")}>
          {need.kind === "pair" ? <PairLines pair={need.pair} /> : <NeedText need={need} href={href} />}
          {need.kind === "relay" && need.relay.judged && <PairNote pair={need.relay.judged} item={need.relay.id} />}
          {need.kind === "relay" && need.newRole && (
            <span className="text-warn block text-xs">
              {sayParts("{role} is not in this session: approving adds the role.", { role: need.role })}
            </span>
          )}
          {need.kind === "mention" && (
            <span className="text-fg-2 block text-xs font-normal">
              <Preview text={need.item.text} />
            </span>
          )}
          {need.kind === "repair" && <RepairLines repair={need.repair} shown={3} />}
          {need.kind === "broken" && need.fault.fix && <FixLines fix={need.fault.fix} />}
          <Where need={need} href={href} />
        </div>
        <span className="flex flex-wrap justify-end gap-1.5 max-sm:col-span-full max-sm:justify-start">
          {acts.map((act, index) => (
            <Button
              key={act}
              size="small"
              look={index === acts.length - 1 ? "secondary" : "ghost"}
              onClick={() => onAct(need, act)}
              aria-keyshortcuts={NEED_ACTS[act].key}
            >
              {say(NEED_ACTS[act].label)}
              {current && <Kbd keys={NEED_ACTS[act].key} className="max-sm:hidden" />}
            </Button>
          ))}
        </span>
      </div>
    </li>
  );
});

function Where({ need, href }: { need: Need; href: string }) {
  const { at, atLeast, session, read, snoozedUntil, assignee } = need;
  const { who } = sayNeed(need);
  return (
    <span className="text-fg-3 flex min-w-0 flex-wrap gap-x-1.5 text-xs font-normal">
      <span className="inline-flex max-w-full items-center gap-x-1.5">
        {!read && (
          <span className="inline-flex items-center" title={say("Unread")}>
            <Mark tone="accent" shape="dot" />
            <span className="sr-only">{say("Unread")}</span>
          </span>
        )}
        <Link prefetch={false} href={href} dir="auto" className="min-w-0 truncate hover:underline">
          {[session, who].filter((part) => part !== null && part !== "").join(" · ") || say("Open it")}
        </Link>
      </span>
      {at !== null && (
        <span className="whitespace-nowrap">
          {atLeast ? say("· first seen ") : say("· waiting ")}
          <RelativeTime at={at} ago={atLeast} lasting={!atLeast} />
        </span>
      )}
      {"comments" in need && need.comments > 0 && (
        <Link prefetch={false} href={href} className="whitespace-nowrap hover:underline">
          {say("· {comments, plural, one {# comment} other {# comments}}", { comments: need.comments })}
        </Link>
      )}
      {assignee !== null && (
        <span className="[overflow-wrap:anywhere]">
          {sayParts("· assigned to {bdi}", { bdi: <bdi>{assignee.me ? say("you") : assignee.name}</bdi> })}
        </span>
      )}
      {snoozedUntil !== null && (
        <span className="whitespace-nowrap">
          {sayParts("· snoozed, back {when}", { when: <RelativeTime at={snoozedUntil} /> })}
        </span>
      )}
    </span>
  );
}

function SwipeHint({ shown, side, children }: { shown: boolean; side: "start" | "end"; children: string }) {
  if (!shown) return null;
  return (
    <span
      aria-hidden
      className={cx(
        "bg-accent text-on-accent absolute inset-0 flex items-center px-4 text-xs font-semibold",
        side === "end" && "justify-end",
      )}
    >
      {children}
    </span>
  );
}

function Label({ need }: { need: Need }) {
  if (need.kind === "relay") return <TagLabel tag={need.relay.tag} />;
  if ("item" in need) return <TagLabel tag={need.item.tag} />;
  const tone = need.urgency === "now" ? "bad" : need.urgency === "soon" ? "warn" : "neutral";
  return (
    <span className="text-fg-2 inline-flex items-center gap-1.5 text-xs">
      <Mark tone={tone} shape={need.kind === "outside" ? "ring" : "square"} />
      {say(need.kind === "ack" ? OWED_LABELS[need.owed] : SIGNS[need.kind])}
    </span>
  );
}

const SIGNS = {
  repair: sentence("Lost lines"),
  broken: sentence("File"),
  outside: sentence("Disk"),
  long: sentence("Length"),
  gate: sentence("Gate"),
  run: sentence("Seat"),
  pair: sentence("Pair"),
} as const;

/**
 * The whole text of a need: what somebody wrote is rendered with its lists and fences, and never flattened. A line alone leads to the
 * thing; a text of several may have links of its own.
 */
function NeedText({ need, href }: { need: Need; href: string }) {
  const text = wholeText(need);
  if (!isFlat(text)) return <LazyMarkdown text={text} />;
  const [line = "", ...bullets] = text.trim().split(/\n+/);
  return (
    <>
      <Link prefetch={false} href={href} className="hover:underline">
        <Preview text={line} whole />
      </Link>
      {bullets.length > 0 && (
        <ul className="my-1 list-disc ps-5">
          {bullets.map((bullet, index) => (
            <li key={index} className="my-0.5">
              <Preview text={bullet.slice(2)} whole />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function wholeText(need: Need): string {
  if (need.kind === "relay") return need.relay.text;
  if (need.kind === "conflict" || need.kind === "question" || need.kind === "assigned")
    return itemMarkdown(need.item.text, need.item.body);
  return sayNeed(need).text;
}

/** Whether a text is one line, perhaps with bullets below it that hold no links: that is set at once, without the parser. */
function isFlat(text: string): boolean {
  const [line = "", ...below] = text.trim().split(/\n+/);
  if (below.length > 0 && /^[-*#>|`~\d]/.test(line)) return false;
  return below.every((line) => /^[-*] (?!\[[ x]\])/.test(line) && !/\]\(|https?:/.test(line));
}

const SHOWN = 4;
const FIX_SIGNS = { added: "+", removed: "−" } as const;

function FixLines({ fix }: { fix: FaultFix }) {
  const lines = fix.hunks.flatMap((hunk) => hunk.lines.filter(({ kind }) => kind !== "same"));
  const more = lines.length - SHOWN;
  return (
    <span className="my-0.5 block font-mono text-xs leading-[18px]">
      <span className="text-fg-2 block font-sans">{fix.title}</span>
      {lines.slice(0, SHOWN).map(({ kind, segments }, index) => (
        <span
          key={index}
          className={`${kind === "added" ? "bg-add" : "bg-del"} written relative block ps-4 pe-2 whitespace-pre-wrap`}
        >
          <span aria-hidden className="absolute start-1 select-none">
            {kind === "same" ? "" : FIX_SIGNS[kind]}
          </span>
          <bdi>{showInvisible(segments.map(({ text }) => text).join(""))}</bdi>
        </span>
      ))}
      {more > 0 && <span className="text-fg-3 block ps-4 font-sans">{say("and {more} more", { more })}</span>}
    </span>
  );
}
