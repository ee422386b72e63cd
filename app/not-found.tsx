import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="content" className="flex-1">
      <EmptyState
        level={1}
        title="There is nothing here"
        actions={
          <Link href="/" className={buttonClass()}>
            To the sessions
          </Link>
        }
      >
        The address may be misspelt, or the session was deleted; a deleted one can be restored in the settings.
      </EmptyState>
    </main>
  );
}
