import type { Session } from "@/lib/contracts/sessions";
import { foldCase } from "@/lib/core/text/fold-name";

/** The sessions whose id or feature has these words in it; all of them for none. */
export function matchingSessions(sessions: readonly Session[], text: string): readonly Session[] {
  const words = foldCase(text).split(" ");
  if (words.join("") === "") return sessions;
  return sessions.filter(({ id, feature }) => {
    const said = foldCase(`${id} ${feature}`);
    return words.every((word) => said.includes(word));
  });
}

/** The same sessions with the pinned ones first, in the order they were pinned. */
export function pinnedFirst(sessions: readonly Session[], pins: readonly string[]): readonly Session[] {
  if (pins.length === 0) return sessions;
  const pinned = pins.flatMap((id) => sessions.find((session) => session.id === id) ?? []);
  return [...pinned, ...sessions.filter(({ id }) => !pins.includes(id))];
}
