import { NeedsSkeleton } from "@/components/overview/need-states";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <main id="content" aria-busy>
      <div className="border-line flex h-11 items-center border-b px-4">
        <Skeleton className="h-3 w-28" />
      </div>
      <div className="flex h-11 items-center px-4">
        <Skeleton className="h-3 w-20" />
      </div>
      <NeedsSkeleton />
    </main>
  );
}
