import { useQuery } from "@tanstack/react-query";
import { Changes } from "@/components/ui/changes";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { trashQuery } from "@/lib/client/sessions";
import type { DeletedSession } from "@/lib/contracts/sessions";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { useSessionActs } from "@/components/joining/use-session-acts";

export function Trash({ workspace }: { workspace: string }) {
  const { data, isError, refetch } = useQuery(trashQuery(workspace));
  if (isError && !data) {
    return (
      <p className="text-fg-3 flex items-center gap-2 px-4 py-3 text-xs">
        {sayParts("The trash could not be read. <button>Retry</button>", {
          button: (inside) => (
            <Button size="small" onClick={() => void refetch()}>
              {inside}
            </Button>
          ),
        })}
      </p>
    );
  }
  if (!data || data.items.length === 0) return null;
  return (
    <details className="border-line border-t">
      <summary className="text-fg-2 hover:text-fg flex h-9 items-center gap-2 px-4 select-none">
        {sayParts("Trash {count}", { count: <span className="text-fg-3 text-xs">{data.items.length}</span> })}
      </summary>
      <ul aria-label={say("Sessions in the trash")} className="pb-3">
        {data.items.map((session) => (
          <TrashRow key={`${session.id} ${session.deletedAt}`} workspace={workspace} session={session} />
        ))}
      </ul>
    </details>
  );
}

function TrashRow({ workspace, session }: { workspace: string; session: DeletedSession }) {
  const { busy, restore } = useSessionActs(workspace);
  return (
    <li className="hover:bg-hover flex min-h-8 items-center gap-3 px-4">
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {session.id}
      </span>
      <span className="text-fg-3 text-xs">
        {sayParts("deleted {when}", { when: <RelativeTime at={session.deletedAt} ago /> })}
      </span>
      <Changes>
        <Button size="small" busy={busy} onClick={() => void restore(session.id, session.deletedAt)}>
          {say("Restore")}
        </Button>
      </Changes>
    </li>
  );
}
