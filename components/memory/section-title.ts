import type { Section } from "@/lib/contracts/memory";
import { say } from "@/lib/core/words/say";

/** What a section is called on screen: a role by its id, any other by its heading's words. */
export function sectionTitle({ kind, role, heading }: Pick<Section, "kind" | "role" | "heading">): string {
  return kind === "role" ? role : heading || say("No heading");
}
