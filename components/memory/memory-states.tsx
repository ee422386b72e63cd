import { Link } from "@/components/ui/link";
import { useChange } from "@/components/shell/use-change";
import { Button, buttonClass } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { pages, type SessionScope } from "@/lib/client/paths";
import { createSession, sessionKey, sessionsQuery } from "@/lib/client/sessions";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { sayFault } from "@/lib/client/say-fault";
import { say } from "@/lib/core/i18n/say";
import { addressOf } from "@/lib/client/call";

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
          : say("Feature and version ({version}) come from the session’s context.", {
              version,
            })}
    </EmptyState>
  );
}

const SHOWN = 3;

/** What is broken in the file, where: above the list, as long as it is so. What is merely odd waits in the file view. */
export function BrokenMemory({ errors, onShow }: { errors: Diagnostic[]; onShow: (line: number) => void }) {
  return (
    <div role="alert" className="border-line bg-bad-soft border-b px-4 py-2">
      <p className="font-semibold">{say("TEAM-MEMORY.md cannot be read in full. It is read-only until fixed.")}</p>
      <ul>
        {errors.slice(0, SHOWN).map((error, index) => (
          <li key={index} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <code className="font-mono text-xs">
                TEAM-MEMORY.md:{error.range.start.line}:{error.range.start.column}
              </code>{" "}
              {sayFault(error.code, error.message)}
            </span>
            <Button size="small" onClick={() => onShow(error.range.start.line)}>
              {say("Show the line")}
            </Button>
          </li>
        ))}
      </ul>
      {errors.length > SHOWN && (
        <p className="text-xs">{say("and {errors} more", { errors: errors.length - SHOWN })}</p>
      )}
    </div>
  );
}

export function NoItems({ scope, onAdd }: { scope: SessionScope; onAdd: () => void }) {
  return (
    <EmptyState
      title={say("No items yet")}
      command={`curl -X POST "$WARDROOM_URL${addressOf("POST /sessions/{session}/memory/items", { params: scope })}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"tag":"Finding","text":"What others should know"}'`}
      actions={
        <Changes>
          <Link href={pages.join(scope.workspace, scope.session)} className={buttonClass({ look: "primary" })}>
            {say("Add its agents")}
          </Link>
          <Button onClick={onAdd}>{say("Add as Lead")}</Button>
        </Changes>
      }
    >
      {say("Items appear here at once. A teammate writes with its own token:")}
    </EmptyState>
  );
}

export function NothingFound({ total, onClear }: { total: number; onClear: () => void }) {
  return (
    <EmptyState title={say("No matches")} actions={<Button onClick={onClear}>{say("Clear the filter")}</Button>}>
      {say("{total, plural, one {# item is} other {# items are}} hidden by it.", { total })}
    </EmptyState>
  );
}
