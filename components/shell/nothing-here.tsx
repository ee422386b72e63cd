import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { pages } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";

/** What stands where an address leads to nothing; `level` 1 where the page has no heading of its own. */
export function NothingHere({ level }: { level: 1 | 2 }) {
  return (
    <main id="content" className="flex-1">
      <EmptyState
        level={level}
        title={say("Page not found")}
        actions={
          <Link href={pages.home()} className={buttonClass()}>
            {say("Go to sessions")}
          </Link>
        }
      >
        {say("Check the address, or restore the session from the trash.")}
      </EmptyState>
    </main>
  );
}
