import { styleText } from "node:util";
import type { Paint } from "@/lib/operations/terminal";
import type { Output, Surroundings } from "@/lib/cli/surroundings";

/** Whether a stream is to be coloured: a terminal is, unless NO_COLOR or the caller says no. FORCE_COLOR colours a pipe. */
export function isColoured(output: Output, env: Surroundings["env"], wanted: boolean): boolean {
  if (!wanted || (env["NO_COLOR"] ?? "") !== "") return false;
  const forced = env["FORCE_COLOR"] ?? "";
  if (forced !== "") return forced !== "0";
  return output.isTTY && env["TERM"] !== "dumb";
}

/** The colours, or none of them. */
export function createPaint(coloured: boolean): Paint {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    coloured && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return {
    strong: style("bold"),
    faint: style("dim"),
    good: style("green"),
    warn: style("yellow"),
    bad: style("red"),
    name: style("cyan"),
  };
}
