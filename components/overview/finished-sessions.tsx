import Link from "next/link";
import { Button } from "@/components/ui/button";
import { useFinishedShown } from "@/components/shell/use-finished-shown";
import { Changes } from "@/components/ui/changes";
import { FoldArrow } from "@/components/ui/fold-arrow";
import { RelativeTime } from "@/components/ui/relative-time";
import { pages } from "@/lib/client/paths";
import type { Session } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import { useSessionActs } from "./use-session-acts";

interface FinishedSessionsProps {
  workspace: string;
  sessions: readonly Session[];
  /** They are what was looked for: shown, even where they are folded otherwise. */
  found: boolean;
}

/** The sessions whose work is over: folded, kept to be read, and to be reopened. */
export function FinishedSessions({ workspace, sessions, found }: FinishedSessionsProps) {
  const { busy, finish } = useSessionActs(workspace);
  const [shown, show] = useFinishedShown(sessions.length);
  if (sessions.length === 0) return null;
  return (
    <details open={shown || found} className="border-line group border-t">
      <summary
        onClick={(event) => {
          event.preventDefault();
          show(!shown);
        }}
        className="hover:bg-hover flex h-10 cursor-default items-center gap-2 px-4 select-none"
      >
        <h2 id="finished-sessions" className="flex items-center gap-2 font-semibold">
          {sayParts("Finished {count}", {
            count: <span className="text-fg-3 text-xs font-normal">{sessions.length}</span>,
          })}
        </h2>
        <FoldArrow />
      </summary>
      <ul aria-labelledby="finished-sessions" className="pb-4">
        {sessions.map(({ id, feature, finished, counts }) => (
          <li key={id} className="border-line flex items-center gap-3 border-t px-4 py-1.5">
            <Link prefetch={false} href={pages.memory(workspace, id)} className="flex min-w-0 flex-1 flex-col">
              <b dir="auto" className="max-w-full self-start truncate font-semibold">
                {id}
              </b>
              <span dir="auto" className="text-fg-3 max-w-full self-start truncate text-xs">
                {feature} · {say("{items, plural, one {# item} other {# items}}", { items: counts.items })}
              </span>
            </Link>
            <Finished at={finished} />
            <Changes>
              <Button
                look="ghost"
                busy={busy}
                onClick={() => void finish(id, false)}
                aria-label={say("Reopen {id}", { id })}
              >
                {say("Reopen")}
              </Button>
            </Changes>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Wardroom writes a time; a hand may have written any words. */
function Finished({ at }: { at: string | null }) {
  if (at === null) return null;
  return (
    <span className="text-fg-3 shrink-0 text-xs">
      {Number.isNaN(Date.parse(at)) ? at : <RelativeTime at={at} ago />}
    </span>
  );
}
