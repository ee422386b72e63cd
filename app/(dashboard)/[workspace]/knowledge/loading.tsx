import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <main id="content" aria-busy>
      <div className="border-line flex h-11 items-center border-b px-4">
        <Skeleton className="h-3 w-20" />
      </div>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="border-line flex h-10 items-center gap-4 border-b px-4">
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-3 w-72" />
        </div>
      ))}
    </main>
  );
}
