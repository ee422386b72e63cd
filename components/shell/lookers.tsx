"use client";
import { useParams } from "next/navigation";
import { lazyPart } from "@/components/ui/lazy-part";
import { decodeSegment } from "@/lib/client/paths";

const AlsoHere = lazyPart(() => import("@/components/shell/presence").then((module) => module.AlsoHere));

/** Who else is here, in the header; on a phone there is no room to spare. */
export function Lookers() {
  const { workspace } = useParams<{ workspace?: string }>();
  const name = workspace === undefined ? null : decodeSegment(workspace);
  return (
    <div className="min-w-0 shrink max-md:hidden">{typeof name === "string" && <AlsoHere workspace={name} />}</div>
  );
}
