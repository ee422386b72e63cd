import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <main id="content" aria-busy>
      <div className="border-line flex h-11 items-center border-b px-4">
        <Skeleton className="h-3 w-20" />
      </div>
      <div className="mx-auto flex max-w-[760px] flex-col gap-4 px-4 py-6">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-8 w-80 max-w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </main>
  );
}
