import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

/** The colour a token has in a theme, as six hexadecimal digits. */
function colour(token: string, theme: "light" | "dark"): string {
  // --fg: light-dark(#1b1b19, #ecebe7);
  const found = new RegExp(`--${token}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(css);
  if (!found) throw new Error(`no colour for --${token}`);
  return (theme === "light" ? found[1] : found[2]) ?? "";
}

function luminance(hex: string): number {
  const channels = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["bg", "panel", "raised", "hover", "accent-soft"];
const PAIRS: [string, string[]][] = [
  ["fg", [...SURFACES, "ok-soft", "warn-soft", "bad-soft", "add", "del", "add-word", "del-word", "mark"]],
  ["fg-2", [...SURFACES, "ok-soft", "add", "del"]],
  ["fg-3", [...SURFACES, "ok-soft", "add", "del"]],
  ["accent", SURFACES],
  ["ok", ["bg", "panel", "raised", "ok-soft", "accent-soft"]],
  ["warn", ["bg", "panel", "raised", "warn-soft", "accent-soft"]],
  ["bad", ["bg", "panel", "raised", "bad-soft", "accent-soft"]],
  ["on-accent", ["accent", "accent-hover"]],
];

describe.each(["light", "dark"] as const)("text in the %s theme", (theme) => {
  test.each(PAIRS.flatMap(([text, surfaces]) => surfaces.map((surface) => [text, surface] as const)))(
    "%s on %s reaches 4.5:1",
    (text, surface) => {
      expect(contrast(colour(text, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5);
    },
  );
});
