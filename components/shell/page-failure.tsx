import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { say } from "@/lib/core/i18n/say";

export interface PageFailureProps {
  /** 1 where the page has no heading of its own. */
  level?: 1 | 2;
  error: Error & { digest?: string };
  /** Fetches the page anew and draws it. */
  retry: () => void;
}

export function PageFailure({ level = 1, error, retry }: PageFailureProps) {
  return (
    <main id="content" className="flex-1">
      <EmptyState
        level={level}
        title={say("This page could not be shown")}
        alert
        actions={
          <Button look="primary" onClick={retry}>
            {say("Retry")}
          </Button>
        }
      >
        {say(
          "Nothing saved is lost. If it happens again, check the server log{isNamed, select, true { at {digest}} other {}}.",
          { isNamed: String(error.digest !== undefined), digest: error.digest ?? "" },
        )}
      </EmptyState>
    </main>
  );
}
