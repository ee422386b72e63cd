import type { Paint } from "@/lib/operations/terminal";

/** How the tag of an item is coloured: what needs somebody to act stands out. */
export function markOf(tag: string, paint: Paint): (text: string) => string {
  switch (tag) {
    case "Conflict":
      return paint.bad;
    case "Warning":
    case "Question":
      return paint.warn;
    case "Decision":
    case "Gate":
      return paint.good;
    default:
      return paint.name;
  }
}
