import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <main id="content" aria-busy>
      <div className="border-line flex h-11 items-center border-b px-4">
        <Skeleton className="h-3 w-56" />
      </div>
      <div className="flex flex-col gap-4 p-4">
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} className="h-8 w-full" />
        ))}
      </div>
    </main>
  );
}
