import { Link } from "@/components/ui/link";
import { Changes } from "@/components/ui/changes";
import { Preview } from "@/components/memory/preview";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { pages, type SessionScope } from "@/lib/client/paths";
import { tagMark } from "@/lib/client/tag-marks";
import type { GateBlocker } from "@/lib/contracts/gates";
import { groupBy } from "@/lib/core/lists";
import { say, sentence } from "@/lib/core/i18n/say";
import { ChosenBar } from "@/components/ui/chosen-bar";

type Blockers = readonly GateBlocker[];

/** What is done about blockers, one or many; what is asked about first opens its dialog. */
export interface Settling {
  waive: (blockers: Blockers) => void;
  unwaive: (blockers: Blockers) => void;
  resolve: (blockers: Blockers) => void;
  ping: (blockers: Blockers) => void;
}

interface BlockerListProps {
  scope: SessionScope;
  blockers: Blockers;
  cursor: string | undefined;
  chosen: ReadonlySet<string>;
  onCursor: (id: string) => void;
  onChoose: (blocker: GateBlocker, range: boolean) => void;
  onChooseAll: (blockers: Blockers) => void;
  settling: Settling;
}

const KINDS = { behind: sentence("Behind"), conflict: "Conflict", question: "Question" } as const;

/** Who is behind comes first: a ping may be all it takes. */
const ORDER = ["behind", "conflict", "question"];

export interface BlockerGroup {
  id: string;
  heading: string;
  blockers: Blockers;
}

export function groupBlockers(blockers: Blockers): BlockerGroup[] {
  const byKind = blockers.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  const groups = groupBy(byKind, ({ kind, role }) => (kind === "behind" ? "behind" : `${kind}:${role}`));
  const headingOf = ({ kind, role }: GateBlocker) =>
    kind === "behind"
      ? say("Teammates behind")
      : say("{kind, select, conflict {Conflicts} other {Questions}} of {role}", { kind, role });
  return [...groups].flatMap(([id, all]) => {
    const [first] = all;
    return first === undefined ? [] : [{ id, heading: headingOf(first), blockers: all }];
  });
}

export function BlockerList({ blockers, chosen, onChooseAll, ...row }: BlockerListProps) {
  return groupBlockers(blockers).map((group) => (
    <div key={group.id} className="pb-2">
      <h3 className="text-2xs text-fg-3 flex min-h-7 items-center gap-1.5 px-4 font-semibold">
        <span dir="auto" className="min-w-0 truncate">
          {group.heading}
        </span>
        <span className="font-normal">{group.blockers.length}</span>
        <Changes>
          <Button size="small" look="ghost" onClick={() => onChooseAll(group.blockers)}>
            {group.blockers.every(({ id }) => chosen.has(id)) ? say("Clear") : say("Select all")}
          </Button>
        </Changes>
      </h3>
      <ul aria-label={group.heading} className="border-line border-b">
        {group.blockers.map((blocker) => (
          <BlockerRow key={blocker.id} {...row} blocker={blocker} chosen={chosen.has(blocker.id)} />
        ))}
      </ul>
    </div>
  ));
}

type BlockerRowProps = Omit<BlockerListProps, "blockers" | "chosen" | "onChooseAll"> & {
  blocker: GateBlocker;
  chosen: boolean;
};

function BlockerRow({ scope, blocker, cursor, chosen, onCursor, onChoose, settling }: BlockerRowProps) {
  const { resolve, ping, waive, unwaive } = settling;
  const reason = blocker.waived;
  // What decides is the first, and letting it through the second.
  const main =
    blocker.kind === "behind"
      ? { label: say("Ping"), keys: "n", run: ping }
      : { label: blocker.kind === "question" ? say("Answer…") : say("Resolve…"), keys: "r", run: resolve };
  const current = blocker.id === cursor;
  return (
    <li
      data-blocker={blocker.id}
      aria-current={current || undefined}
      className={cx(
        "border-line grid scroll-my-12 grid-cols-[24px_84px_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 border-t px-3 py-1.5 max-sm:grid-cols-[24px_minmax(0,1fr)_auto]",
        current || chosen ? "bg-accent-soft" : "hover:bg-hover",
        current && "shadow-[inset_2px_0_var(--accent)]",
      )}
    >
      <Changes>
        <Checkbox
          aria-label={say("Select: {text}", { text: blocker.kind === "behind" ? blocker.role : sayBlocker(blocker) })}
          checked={chosen}
          onChange={() => undefined}
          onClick={(event) => onChoose(blocker, event.shiftKey)}
        />
      </Changes>
      <span className="text-fg-2 flex min-h-6 items-center gap-1.5 text-xs">
        {blocker.kind === "behind" ? <Mark tone="warn" shape="ring" /> : <Mark {...tagMark(KINDS[blocker.kind])} />}
        {blocker.kind === "behind" ? say("Behind") : KINDS[blocker.kind]}
      </span>
      <span className="min-h-6 min-w-0 py-0.5 max-sm:col-span-full max-sm:row-start-2">
        <Link
          prefetch={false}
          href={addressOf(scope, blocker)}
          onFocus={() => onCursor(blocker.id)}
          className={cx("hover:underline", reason !== null && "text-fg-3 line-through")}
        >
          {blocker.kind === "behind" ? <Behind {...blocker} /> : <Preview text={sayBlocker(blocker)} />}
        </Link>
        {reason !== null && (
          <span className="written text-fg-2 block text-xs">
            <b className="font-semibold">{say("Waived:")}</b> {reason}
          </span>
        )}
      </span>
      <Changes>
        <span className="flex flex-wrap justify-end gap-1.5">
          {reason === null ? (
            [main, { label: say("Waive…"), keys: "w", run: waive }].map(({ label, keys, run }) => (
              <Button
                key={keys}
                size="small"
                look={run === waive ? "ghost" : "secondary"}
                onFocus={() => onCursor(blocker.id)}
                onClick={() => run([blocker])}
                aria-keyshortcuts={keys}
              >
                {label} <Kbd keys={keys} className={cx("max-sm:hidden", !current && "invisible")} />
              </Button>
            ))
          ) : (
            <Button size="small" look="ghost" onClick={() => unwaive([blocker])}>
              {say("Undo waiver")}
            </Button>
          )}
        </span>
      </Changes>
    </li>
  );
}

interface BlockerBarProps {
  blockers: Blockers;
  settling: Settling;
  onClear: () => void;
}

export function BlockerBar({ blockers, settling: { waive, unwaive, resolve, ping }, onClear }: BlockerBarProps) {
  const { standing, waived, items, behind } = sortBlockers(blockers);
  const acts = [
    items.length > 0 && { label: say("Resolve…"), keys: "r", run: () => resolve(items) },
    behind.length > 0 && { label: say("Ping"), keys: "n", run: () => ping(behind) },
    standing.length > 0 && { label: say("Waive…"), keys: "w", run: () => waive(standing) },
    standing.length === 0 && waived.length > 0 && { label: say("Undo waiver"), keys: "w", run: () => unwaive(waived) },
  ].filter((act) => act !== false);
  return <ChosenBar label={say("Selected blockers")} count={blockers.length} acts={acts} onClear={onClear} />;
}

export function sortBlockers(blockers: Blockers) {
  return {
    standing: blockers.filter(({ waived }) => waived === null),
    waived: blockers.filter(({ waived }) => waived !== null),
    items: blockers.filter(({ kind }) => kind !== "behind"),
    behind: blockers.filter(({ kind }) => kind === "behind"),
  };
}

/** Our sentence about a name in any script. */
function Behind({ role, message }: Pick<GateBlocker, "role" | "message">) {
  // "tester-1 has confirmed GC-v3; the current one is GC-v4; left undone: …"
  const found = /^ has confirmed (no version|GC-v\d+)(?:; the current one is (GC-v\d+))?(.*)$/.exec(
    message.slice(role.length),
  );
  if (!message.startsWith(role) || found === null) return <span className="written">{message}</span>;
  const [, confirmed = "", version = "", rest = ""] = found;
  const since = /since ([^\s;]+)/.exec(rest)?.[1];
  const left = /left undone: (.*)$/.exec(rest)?.[1];
  return (
    <span className="[overflow-wrap:anywhere]">
      <bdi>{role}</bdi>{" "}
      {confirmed === "no version" ? say("has confirmed no version") : say("confirmed {confirmed}", { confirmed })}
      {version !== "" && say("; current: {version}", { version })}
      {since !== undefined && (
        <>
          {" · "}
          {say("vacant")} <RelativeTime at={since} />
        </>
      )}
      {left !== undefined && ` · ${say("left undone: {left}", { left })}`}
    </span>
  );
}

/** Without the tag, which stands before it, and the role, which stands above. */
function sayBlocker({ message }: GateBlocker): string {
  // "[Conflict] of tester-1 is open: …"
  return message.replace(/^\[(?:Conflict|Question)\] of \S+ is open: /, "");
}

/** Where the thing that blocks is looked at and settled. */
export function addressOf({ workspace, session }: SessionScope, { id, kind }: GateBlocker): string {
  if (id.startsWith("pair:")) return pages.memory(workspace, session);
  // "role:tester-1", "item:3f9a1c07be42"
  const name = id.replace(/^(?:role|item):/, "");
  return kind === "behind"
    ? `${pages.context(workspace, session)}?role=${encodeURIComponent(name)}`
    : pages.item(workspace, session, name);
}
