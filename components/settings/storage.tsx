"use client";
import { useQuery } from "@tanstack/react-query";
import { sayCount } from "@/components/ui/say-count";
import { storageQuery } from "@/lib/client/queries/storage";

/** Where the files and their history lie, and what the history takes. */
export function Storage({ workspace }: { workspace: string }) {
  const { data } = useQuery(storageQuery(workspace));
  if (!data) return null;
  const rows = [
    ["Files", <code key="files">{data.workspaceFolder}</code>],
    ["History", <code key="history">{data.dataFolder}</code>],
    ["Database", `${sizeOf(data.databaseBytes)}, ${sayCount(data.events, "event")}`],
    ["Trash", data.trashBytes === 0 ? "empty" : sizeOf(data.trashBytes)],
  ] as const;
  return (
    <dl className="grid grid-cols-[104px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-3">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
