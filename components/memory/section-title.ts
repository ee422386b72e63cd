import type { Section } from "@/lib/contracts/memory";
import { say } from "@/lib/core/words/say";

export function sectionTitle({ kind, role, heading }: Pick<Section, "kind" | "role" | "heading">): string {
  return kind === "role" ? role : heading || say("No heading");
}
