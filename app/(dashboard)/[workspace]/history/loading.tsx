import { TimelineSkeleton } from "@/components/history/list-end";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <main id="content" aria-busy>
      <div className="border-line flex h-11 items-center border-b px-4">
        <Skeleton className="h-3 w-56" />
      </div>
      <TimelineSkeleton rows={12} />
    </main>
  );
}
