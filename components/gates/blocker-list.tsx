import Link from "next/link";
import { Changes } from "@/components/ui/changes";
import { Preview } from "@/components/memory/preview";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { pages, type SessionScope } from "@/lib/client/paths";
import { tagMark } from "@/lib/client/tag-marks";
import type { GateBlocker } from "@/lib/contracts/gates";

interface BlockerListProps {
  scope: SessionScope;
  blockers: readonly GateBlocker[];
  /** Reasons by id. */
  waivers: ReadonlyMap<string, string>;
  cursor: string | undefined;
  onCursor: (id: string) => void;
  onWaive: (blocker: GateBlocker) => void;
  onUnwaive: (id: string) => void;
}

const KINDS = { behind: "Behind", conflict: "Conflict", question: "Question" } as const;

/** What stands in the way of a gate, each with the way to the thing itself, and how to let it through. */
export function BlockerList({ scope, blockers, waivers, cursor, onCursor, onWaive, onUnwaive }: BlockerListProps) {
  return (
    <ul aria-label="Blockers" className="border-line border-b">
      {blockers.map((blocker) => {
        const reason = waivers.get(blocker.id);
        const current = blocker.id === cursor;
        return (
          <li
            key={blocker.id}
            data-blocker={blocker.id}
            aria-current={current || undefined}
            className={cx(
              "border-line grid grid-cols-[92px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-t px-4 py-1.5 max-sm:grid-cols-[minmax(0,1fr)_auto]",
              current ? "bg-accent-soft shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
            )}
          >
            <span className="text-fg-2 flex min-h-6 items-center gap-1.5 text-xs">
              {blocker.kind === "behind" ? (
                <Mark tone="warn" shape="ring" />
              ) : (
                <Mark {...tagMark(KINDS[blocker.kind])} />
              )}
              {KINDS[blocker.kind]}
            </span>
            <span className="min-h-6 min-w-0 py-0.5 max-sm:col-span-full max-sm:row-start-2">
              <Link
                href={addressOf(scope, blocker)}
                onFocus={() => onCursor(blocker.id)}
                className={cx("hover:underline", reason !== undefined && "text-fg-3 line-through")}
              >
                <Preview text={sayBlocker(blocker)} />
              </Link>
              {reason !== undefined && (
                <span className="written text-fg-2 block text-xs">
                  <b className="font-semibold">Waived:</b> {reason}
                </span>
              )}
            </span>
            <Changes>
              {reason === undefined ? (
                <Button
                  size="small"
                  onFocus={() => onCursor(blocker.id)}
                  onClick={() => onWaive(blocker)}
                  aria-keyshortcuts="w"
                >
                  Waive… <Kbd keys="w" className={cx("max-sm:hidden", !current && "invisible")} />
                </Button>
              ) : (
                <Button size="small" look="ghost" onClick={() => onUnwaive(blocker.id)}>
                  Undo waiver
                </Button>
              )}
            </Changes>
          </li>
        );
      })}
    </ul>
  );
}

/** Without the tag, which stands before it. */
function sayBlocker({ message }: GateBlocker): string {
  // "[Conflict] of tester-1 is open: …"
  return message.replace(/^\[(?:Conflict|Question)\] of (\S+) is open: /, "$1: ");
}

/** Where the thing that blocks is looked at and settled. */
export function addressOf({ workspace, session }: SessionScope, { id, kind }: GateBlocker): string {
  // "role:tester-1", "item:3f9a1c07be42"
  const name = id.replace(/^(?:role|item):/, "");
  return kind === "behind"
    ? `${pages.context(workspace, session)}?role=${encodeURIComponent(name)}`
    : pages.item(workspace, session, name);
}
