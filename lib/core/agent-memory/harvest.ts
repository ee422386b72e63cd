import type { AgentSectionName } from "@/lib/core/agent-memory/model";
import { foldWording } from "@/lib/core/text/fold-name";

/**
 * Where a line of a session that ends may live on: with the agent that wrote it, as shared knowledge, in the instructions that every client
 * of the project reads, or nowhere.
 */
export const HARVEST_PLACES = ["agent", "knowledge", "instructions", "nowhere"] as const;
export type HarvestPlace = (typeof HARVEST_PLACES)[number];

/** The section of an agent's memory that a line goes to, by its tag. Source: agent memory (memory file structure). */
export function harvestSection(tag: string | null): AgentSectionName {
  if (tag === "Warning" || tag === "Dependency") return "Watch Points";
  return tag === "Question" || tag === "Conflict" ? "Open Threads" : "Accumulated Findings";
}

/** What two lines have in common that say the same word for word; the date that a learning begins with is no word of it. */
export function wordingOf(line: string): string {
  return foldWording(line.replace(/^\d{4}-\d{2}-\d{2}: /, "")); // 2026-02-09: Ask first
}

/**
 * Where a line is proposed to live on: nowhere, if something says it already or it is the record of a gate; else beside the line that is
 * nearest; else with its agent. What the Lead says is everybody's.
 */
export function proposePlace(
  { tag, isSaid, nearest }: { tag: string | null; isSaid: boolean; nearest: HarvestPlace | null },
  agent: string | null,
  places: readonly HarvestPlace[],
): HarvestPlace {
  if (isSaid || tag === "Gate") return "nowhere";
  const wanted: (HarvestPlace | null)[] = [nearest, agent === null ? null : "agent", "knowledge"];
  return wanted.find((place) => place !== null && places.includes(place)) ?? "nowhere";
}
