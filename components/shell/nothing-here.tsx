import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { pages } from "@/lib/client/paths";

/** What stands where an address leads to nothing; `level` 1 where the page has no heading of its own. */
export function NothingHere({ level }: { level: 1 | 2 }) {
  return (
    <main id="content" className="flex-1">
      <EmptyState
        level={level}
        title="There is nothing here"
        actions={
          <Link href={pages.home()} className={buttonClass()}>
            To the sessions
          </Link>
        }
      >
        The address may be misspelt, or the session was deleted; a deleted one can be restored in the settings.
      </EmptyState>
    </main>
  );
}
