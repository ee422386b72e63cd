/** How a tag is drawn: a tone and a shape, so that it can be told apart without colour. */
export interface TagMark {
  tone: "neutral" | "accent" | "ok" | "warn" | "bad";
  shape: "square" | "diamond" | "dot" | "ring" | "bar";
}

const MARKS: Record<string, TagMark> = {
  Decision: { tone: "ok", shape: "diamond" },
  Warning: { tone: "warn", shape: "square" },
  Conflict: { tone: "bad", shape: "square" },
  Question: { tone: "accent", shape: "dot" },
  Gate: { tone: "ok", shape: "ring" },
  Pattern: { tone: "neutral", shape: "ring" },
  Dependency: { tone: "neutral", shape: "diamond" },
};

/** The mark of any tag, known, foreign or none at all (`null`). */
export function tagMark(tag: string | null): TagMark {
  if (tag === null) return { tone: "neutral", shape: "bar" };
  return MARKS[tag] ?? { tone: "neutral", shape: "square" };
}
