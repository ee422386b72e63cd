import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asPlace, holds, namesPlace, overlaps, placesIn } from "@/lib/core/places/claimed-place";

const name = fc.constantFrom("src", "cart", "a.ts", "가격", "[id]", "{a,b}", "café", "Total.TS", "x y", "(shop)", "b");
const path = fc.array(name, { minLength: 1, maxLength: 6 });
const part = fc.oneof(name, fc.constantFrom("*", "**", "*.ts", "c?rt", "*a*", "?"));
const pattern = fc.array(part, { minLength: 1, maxLength: 6 });

/** The same by a regular expression, which takes long for what is hostile and is plain for what is not. */
function byExpression(place: string, file: string): boolean {
  const escaped = (text: string) => text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  const parts = place.toLowerCase().split("/");
  const body = parts.map((each) =>
    each === "**" ? "(?:[^/]+/)*" : `${escaped(each).replaceAll("*", "[^/]*").replaceAll("?", "[^/]")}/`,
  );
  return new RegExp(`^${body.join("")}(?:[^/]+/)*$`, "u").test(`${file.toLowerCase()}/`);
}

describe("whose place a path is", () => {
  it("is as the pattern says", () => {
    fc.assert(
      fc.property(pattern, path, (place, file) => {
        expect(holds(place.join("/"), file.join("/"))).toBe(byExpression(place.join("/"), file.join("/")));
      }),
      { numRuns: 3000 },
    );
  });

  it("is the same in any case, with any slash, with dots between, and however an accent is encoded", () => {
    fc.assert(
      fc.property(pattern, path, (place, file) => {
        const [one, other] = [place.join("/"), file.join("/")];
        const told = holds(one, other);
        expect(holds(one.toUpperCase(), other)).toBe(told);
        expect(holds(one, file.join("\\"))).toBe(told);
        expect(holds(`./${one}/`, file.join("/./"))).toBe(told);
        expect(holds(one.normalize("NFD"), other.normalize("NFC"))).toBe(told);
        expect(overlaps(other, one)).toBe(overlaps(one, other));
        if (told) expect(overlaps(one, other)).toBe(true);
      }),
    );
  });

  it("is that of a folder as of all that lies in it, and of nothing beside it", () => {
    fc.assert(
      fc.property(path, path, (folder, rest) => {
        const inside = [...folder, ...rest].join("/");
        for (const place of [folder.join("/"), `${folder.join("/")}/`, `${folder.join("/")}/**`]) {
          expect(holds(place, inside)).toBe(true);
          expect(holds(place, [...folder.slice(0, -1), `${folder.at(-1)}-other`, ...rest].join("/"))).toBe(false);
        }
      }),
    );
  });

  it("is told of two patterns wherever a path lies in both", () => {
    fc.assert(
      fc.property(pattern, pattern, path, (one, other, file) => {
        const [a, b, both] = [one.join("/"), other.join("/"), file.join("/")];
        if (byExpression(a, both) && byExpression(b, both)) expect(overlaps(a, b)).toBe(true);
      }),
    );
  });

  it("takes braces and brackets for text, and what is hostile no longer than it is", () => {
    expect(holds("src/{a,b}.ts", "src/a.ts")).toBe(false);
    expect(holds("app/[id]/**", "app/i/page.tsx")).toBe(false);
    expect(holds("app/[id]/**", "app/[id]/page.tsx")).toBe(true);
    expect(holds(`${"*a".repeat(200)}b`, "a".repeat(4_000))).toBe(false);
    expect(holds("**/".repeat(130), `${"x/".repeat(2_000)}y`)).toBe(true);
    expect(holds("src/cart", "가".repeat(10_000))).toBe(false);
  });
});

describe("a place", () => {
  const refusal = (named: string) => () => asPlace(named, "/srv/shop");

  it.each([
    ["src/cart/", "src/cart/**"],
    ["./src//cart/./a.ts", "src/cart/a.ts"],
    ["src\\cart\\**", "src/cart/**"],
    ["/srv/shop/src/cart", "src/cart"],
    ["/srv/shopping/src", null],
    ["C:\\other\\a.ts", null],
    ["가격/합계.ts", "가격/합계.ts"],
  ])("is kept for %s as %s", (named, kept) => {
    expect(asPlace(named, "/srv/shop")).toBe(kept);
  });

  it("is none that climbs, takes in everything, or is no path", () => {
    for (const named of ["../other", "src/../../x", "src/..", "a\\..\\b"]) expect(refusal(named)).toThrow('".."');
    for (const named of ["**", "*", ".", "", "/srv/shop", "/srv/shop/", "**/*", "*/**/?", "**/*.*"]) {
      expect(refusal(named)).toThrow("everything");
    }
    for (const named of ["a\nb", `src/${"a".repeat(10_000)}`, "a\u0000"]) expect(refusal(named)).toThrow("no path");
  });

  it("stays itself when it is kept again", () => {
    fc.assert(
      fc.property(pattern, (parts) => {
        let place: string | null;
        try {
          place = asPlace(parts.join("/"), "/srv/shop");
        } catch {
          return;
        }
        expect(asPlace(place ?? "", "/srv/shop")).toBe(place);
        expect(overlaps(place ?? "", parts.join("/"))).toBe(true);
      }),
    );
  });
});

it.each([
  ["src/cart/** the totals", ["src/cart/**"]],
  ["src/a.ts, src/b.ts: split them", ["src/a.ts", "src/b.ts"]],
  ["`src/parser.ts` half done", ["src/parser.ts"]],
  ["vendor/kv for traps", ["vendor/kv"]],
  ["the parser in src/parser.ts", []],
  ["/v1/check for traps", []],
  ["https://example.com/a the docs", []],
  ["* write the parser", []],
  ["v1.2 of the parser", []],
  ["", []],
])("finds the places that %j begins with", (words, places) => {
  expect(placesIn(words, "/srv/shop")).toEqual(places);
});

it.each([
  ["`src/cart/total.ts:12` rounds down", true],
  ["Rounds down (src/cart/total.ts).", true],
  ["./src/cart/total.ts:12:3 rounds", true],
  ["src\\cart\\total.ts rounds", true],
  ["total.ts rounds down", true],
  ["src/carts/total.ts rounds", false],
  ["subtotal.ts rounds", false],
  ["the cart rounds", false],
  ["상품/가격.ts:3 반올림", true],
  ["https://example.com/src/cart/total.ts", false],
])("says whether %j names a file in a claimed place", (text, isNamed) => {
  expect(namesPlace(text, ["src/cart/total.ts", "상품"])).toBe(isNamed);
});
