import type { Section } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";

export function sectionTitle({ kind, role, heading }: Pick<Section, "kind" | "role" | "heading">): string {
  return kind === "role" ? role : heading || say("No heading");
}
