/** Emoji that are one character to a reader and up to eleven units of a string. */
const FAMILY = "👨‍👩‍👧‍👦";

/** Texts that break what was written with ordinary names in mind. Each is a string of JavaScript, not always of Unicode. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\\",
  "/",
  ".",
  "..",
  "../../etc/passwd",
  "..\\..\\etc",
  "%2e%2e%2f",
  "%",
  "%00",
  "\u0000",
  "a\u0000b",
  "\ufeff",
  "\ufefflead",
  "\ud800",
  "a\udc00b",
  "\u202egnihtemos",
  "\u200b",
  "\u0085",
  "\u2028",
  "\r",
  "\n\n## Lead\n\n- [Finding] x",
  "שלום עולם",
  "e\u0301",
  FAMILY,
  FAMILY.repeat(60),
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢",
  "x".repeat(301),
  "x".repeat(10_000),
  "🦄".repeat(10_000),
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1",
  "0",
  "1.5",
  "1e309",
  "2147483648",
  "9007199254740993",
  "GC-v99999999999999999999",
  "CON",
  "con.txt.",
  "'; drop table Event; --",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "*",
  "\"'`",
  "a, b\t c",
  "[".repeat(2_000),
  "- ".repeat(2_000),
  "*load: " + "x ".repeat(400),
];

/** Values of every type of JSON in the place of what was asked for. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  0,
  -1,
  -0.5,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  [],
  {},
  [null],
  [[[[]]]],
  { toString: 1 },
  { constructor: { prototype: {} } },
  Array.from({ length: 1_000 }, () => "x"),
];

/** Numbers that are the same for a seed, from 0 up to but not 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
