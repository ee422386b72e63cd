import { MemorySkeleton } from "@/components/memory/list-states";

export default function MemoryLoading() {
  return (
    <>
      <div className="border-line h-11 shrink-0 border-b" />
      <MemorySkeleton />
    </>
  );
}
