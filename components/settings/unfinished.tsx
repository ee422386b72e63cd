import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { unfinishedQuery } from "@/lib/client/repairs";
import type { UnfinishedChange } from "@/lib/contracts/unfinished";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";

interface UnfinishedProps {
  workspace: string;
  /** Puts the list below its heading; nothing is shown while it is empty. */
  frame: (list: ReactNode) => ReactNode;
}

/** Changes that could not be finished after a crash, each with its reason and what to do. */
export function Unfinished({ workspace, frame }: UnfinishedProps) {
  const { data } = useQuery(unfinishedQuery(workspace));
  const { run } = useChange([unfinishedQuery(workspace).queryKey]);
  if (!data || data.items.length === 0) return null;

  const act = (send: () => Promise<unknown>, title: string, failed: string) =>
    void run({ send, done: () => ({ title }), failed });

  return frame(
    <ul className="border-line overflow-hidden rounded-lg border">
      {data.items.map((change) => (
        <UnfinishedRow
          key={change.id}
          change={change}
          onRetry={() =>
            act(
              () => call("POST /unfinished/{id}/retry", { params: { workspace, id: change.id } }),
              say("Change finished"),
              say("Not finished"),
            )
          }
          onDiscard={() =>
            act(
              () => call("DELETE /unfinished/{id}", { params: { workspace, id: change.id } }),
              say("Change discarded"),
              say("Not discarded"),
            )
          }
        />
      ))}
    </ul>,
  );
}

interface UnfinishedRowProps {
  change: UnfinishedChange;
  onRetry: () => void;
  onDiscard: () => void;
}

function UnfinishedRow({ change, onRetry, onDiscard }: UnfinishedRowProps) {
  return (
    <li className="border-line flex flex-col gap-1 border-t px-3 py-2 text-xs first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{change.reason}</span>
        <Button size="small" aria-label={say("Retry change {id}", { id: change.id })} onClick={onRetry}>
          {say("Retry")}
        </Button>
        <Button
          look="danger"
          size="small"
          aria-label={say("Discard change {id}", { id: change.id })}
          onClick={onDiscard}
        >
          {say("Discard")}
        </Button>
      </div>
      <p className="text-fg-2">
        {sayParts("Change {id}, {when}. {hint}", {
          id: change.id,
          when: <RelativeTime at={change.createdAt} ago />,
          hint: change.hint,
        })}
      </p>
      {change.changes.map(({ actor, operation, path, text }) => (
        <div key={`${operation} ${path}`} className="[overflow-wrap:anywhere]">
          <span className="text-fg-2">
            {actor}: {operation}
          </span>{" "}
          <code>{path}</code>
          {text !== "" && (
            <pre dir="auto" className="text-fg-2 whitespace-pre-wrap">
              {text}
            </pre>
          )}
        </div>
      ))}
    </li>
  );
}
