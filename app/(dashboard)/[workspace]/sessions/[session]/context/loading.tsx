import { ContextSkeleton } from "@/components/context/context-states";

export default function ContextLoading() {
  return (
    <>
      <div className="border-line h-11 shrink-0 border-b" />
      <ContextSkeleton />
    </>
  );
}
