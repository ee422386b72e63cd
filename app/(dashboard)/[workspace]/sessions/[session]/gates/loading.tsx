import { GatesSkeleton } from "@/components/gates/gate-states";

export default function GatesLoading() {
  return (
    <>
      <div className="border-line h-11 shrink-0 border-b" />
      <GatesSkeleton />
    </>
  );
}
