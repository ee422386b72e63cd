import fc from "fast-check";
import { expect, test } from "vitest";
import { assertNewRoleId } from "@/lib/core/memory/role-id";
import { beginsLike, looksLike } from "@/lib/core/text/look-alike";

/** Other signs that look like a letter: of Cyrillic, Greek, Armenian and Lisu, small capitals, wide, in mathematics. */
const TWINS: Readonly<Record<string, string>> = {
  ...{
    a: "аαａ𝐚Αᴀꓮ",
    b: "Ьｂ𝗯Βʙꓐ",
    c: "сϲｃꓚ",
    d: "ԁｄ𝒅ᴅꓓ",
    e: "еｅ𝚎Εᴇꓰ",
    g: "ɡｇɢ",
    h: "һｈΗʜ",
    i: "іιｉɪ",
    k: "кｋΚꓗ",
    l: "IІӏｌ1|ʟꓡǀ∣",
  },
  ...{
    m: "мｍΜꓟ",
    n: "ոｎΝɴꓠ",
    o: "оοｏ0Օꓳ",
    p: "рρｐΡᴘꓑ",
    r: "ｒ𝓻ʀꓣ",
    s: "ѕｓЅꓢ",
    t: "тｔΤꓔ",
    u: "սｕꓴ",
    v: "ѵνｖꓦ",
    x: "хｘΧꓫ",
    y: "уｙΥʏ",
  },
};
const HIDDEN = [
  "\u200b",
  "\u200d",
  "\u2060",
  "\u00ad",
  "\ufe0f",
  "\u034f",
  "\u3164",
  "\u180e",
  "\u{e0041}",
  "\ufeff",
  "\u115f",
  // A line below, a ring around.
  "\u0332",
  "\u20dd",
];

/** A name as somebody spells it who wants to be taken for it. */
const disguised = (name: string) =>
  fc
    .tuple(
      ...Array.from(name, (letter) => {
        const twins = Array.from(TWINS[letter.toLowerCase()] ?? letter);
        // Of i it is the small one that looks like these, of l the tall one.
        const own = [
          letter,
          ...(letter === "I" ? ["l", "І"] : [...twins, letter.toUpperCase() === "I" ? "i" : letter.toUpperCase()]),
        ];
        return fc.tuple(fc.constantFrom(...own), fc.constantFrom("", "", "", ...HIDDEN)).map((parts) => parts.join(""));
      }),
    )
    .chain((letters) => fc.constantFrom("", " ", "\u2800", "\u00a0").map((end) => letters.join("") + end));

const NAMES = [
  "Lead",
  "Meta",
  "owner",
  "viewer",
  "disk",
  "unknown",
  "Dana",
  "Robin",
  "implementer-1",
  "tester-2",
  "Zoë",
  "김민지",
];

test("a name looks like all its disguises, and so does each of them like the others", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMES).chain((name) => fc.tuple(fc.constant(name), disguised(name), disguised(name))),
      ([name, one, other]) => {
        expect([name, one, looksLike(name, one), looksLike(one, name)]).toEqual([name, one, true, true]);
        expect([one, other, looksLike(one, other)]).toEqual([one, other, true]);
      },
    ),
  );
});

test("no disguise of a reserved name is a role's, and one of a type begins like it", () => {
  fc.assert(
    fc.property(fc.constantFrom("Lead", "Meta").chain(disguised), (name) => {
      expect(() => assertNewRoleId(name)).toThrow();
    }),
  );
  fc.assert(
    fc.property(disguised("implementer-"), fc.string(), (start, rest) =>
      beginsLike(start.trim() + rest, "implementer-"),
    ),
  );
});

test("names that anybody can tell apart are not taken for each other", () => {
  const apart = [
    ...NAMES,
    "Neil",
    "Nell",
    "Ian",
    "Jan",
    "Leah",
    "Leda",
    "Bead",
    "implementer-2",
    "implementer-10",
    "Иван",
    "Анна",
    "李雷",
  ];
  for (const [at, name] of apart.entries())
    for (const other of apart.slice(at + 1))
      expect([name, other, looksLike(name, other)]).toEqual([name, other, false]);
});
