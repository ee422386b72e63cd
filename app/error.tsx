"use client";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content" className="flex-1">
      <EmptyState
        level={1}
        title="This page could not be shown"
        alert
        actions={
          <Button look="primary" onClick={reset}>
            Retry
          </Button>
        }
      >
        Nothing that was saved is lost. If it happens again, look at what the server printed
        {error.digest ? ` beside ${error.digest}` : ""}.
      </EmptyState>
    </main>
  );
}
