import Link from "next/link";
import { useChange } from "@/components/shell/use-change";
import { Button, buttonClass } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { pages, type SessionScope } from "@/lib/client/paths";
import { createSession, sessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { say } from "@/lib/core/words/say";

interface NoMemoryProps {
  scope: SessionScope;
  missing: Diagnostic;
  /** The version of the session's context; null where there is none. */
  version: string | null;
}

/** A session without its TEAM-MEMORY.md: what else it has is one click away, and so is the file. */
export function NoMemory({ scope, missing, version }: NoMemoryProps) {
  const { workspace, session } = scope;
  const { busy, run } = useChange([sessionsQuery(workspace).queryKey, sessionKey(scope)]);
  const wasRemoved = missing.code === "memory_removed";
  const create = () =>
    run({
      send: () => createSession(workspace, { id: session, roles: [] }),
      done: () => ({ title: say("TEAM-MEMORY.md is created") }),
      failed: say("TEAM-MEMORY.md was not created"),
    });
  return (
    <EmptyState
      title={wasRemoved ? say("The team memory was removed") : say("No team memory yet")}
      actions={
        <>
          {wasRemoved ? (
            <Link href={pages.sessionHistory(workspace, session)} className={buttonClass({ look: "primary" })}>
              {say("Open the history")}
            </Link>
          ) : (
            <Changes>
              <Button look="primary" busy={busy} onClick={() => void create()}>
                {say("Create TEAM-MEMORY.md")}
              </Button>
            </Changes>
          )}
          <Link href={pages.context(workspace, session)} className={buttonClass()}>
            {say("Open the context")}
          </Link>
          <Link href={pages.gates(workspace, session)} className={buttonClass()}>
            {say("Open the gates")}
          </Link>
          <Link href={pages.filesOf(workspace, session)} className={buttonClass()}>
            {say("Show its files")}
          </Link>
        </>
      }
    >
      {wasRemoved
        ? say("Every earlier revision is in the history and can be restored.")
        : version === null
          ? say("The memory you create begins with a section for the Lead.")
          : say("The memory you create takes over the feature of the session’s context and its version, {version}.", {
              version,
            })}
    </EmptyState>
  );
}
