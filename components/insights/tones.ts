/**
 * What a colour means in every figure: grey is an amount, green is good (saved, read, confirmed in time), amber is late or
 * waiting, red is over a limit or in conflict, blue is a question. Nothing is told by colour alone: each has its words or its place.
 */
export type FigureTone = "amount" | "good" | "late" | "bad" | "question";

/** The fill of a mark of an SVG. */
export const FILL: Record<FigureTone, string> = {
  amount: "fill-fg-3",
  good: "fill-ok",
  late: "fill-warn",
  bad: "fill-bad",
  question: "fill-accent",
};

/** The same for a mark that is an element of its own. */
export const PAINT: Record<FigureTone, string> = {
  amount: "bg-fg-3",
  good: "bg-ok",
  late: "bg-warn",
  bad: "bg-bad",
  question: "bg-accent",
};
