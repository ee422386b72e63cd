// @vitest-environment jsdom
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "./markdown";

function render(text: string): Element {
  const box = document.createElement("div");
  box.innerHTML = renderToStaticMarkup(<Markdown text={text} />);
  return box;
}

describe("Markdown of others", () => {
  test("keeps names of code as they are written, left to right and not in bold", () => {
    const box = render("الملف __tests__/__init__.py فارغ و **[الرابط](https://x.test/a)** __هنا__ __now__");
    expect([...box.querySelectorAll("[dir=ltr]")].map((name) => name.textContent)).toEqual(["__tests__/__init__.py"]);
    expect([...box.querySelectorAll("strong")].map((bold) => bold.textContent)).toEqual(["الرابط", "هنا", "now"]);
    expect(box.querySelector("strong a")?.getAttribute("href")).toBe("https://x.test/a");
  });

  test("is set: code, emphasis, lists, fences", () => {
    const box = render("Call `f()` **now**:\n\n- one\n- two\n\n```\n## no heading\n```");
    expect(box.querySelector("p code")?.textContent).toBe("f()");
    expect(box.querySelector("strong")?.textContent).toBe("now");
    expect([...box.querySelectorAll("li")].map((li) => li.textContent)).toEqual(["one", "two"]);
    expect(box.querySelector("pre")?.textContent).toContain("## no heading");
  });

  test.each([
    ["a script", "<script>alert(1)</script>", "script"],
    ["a picture in HTML", "<img src=x onerror=alert(1)>", "img"],
    ["a picture in Markdown", "![p](https://x.test/pixel.png)", "img"],
    ["a frame", '<iframe src="https://x.test"></iframe>', "iframe"],
    ["a link to a script", "[x](javascript:alert(1))", "a"],
    ["a link to a disguised script", "[x](&#106;avascript:alert(1))", "a"],
    ["a link to data", "[x](data:text/html;base64,PHN2Zz4=)", "a"],
    ["a link to a file", "[x](file:///etc/passwd)", "a"],
    ["a link within the page", "[x](/api/logout)", "a"],
    ["a link to nothing", "[x]() [x](<>)", "a"],
  ])("%s is only text", (_, text, element) => {
    expect(render(text).querySelector(element)).toBeNull();
  });

  test("links go to the web or to a mailbox, and do not tell where from", () => {
    const links = [...render("https://x.test/a [m](mailto:a@x.test)").querySelectorAll("a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["https://x.test/a", "mailto:a@x.test"]);
    expect(links.every((link) => link.rel === "noreferrer")).toBe(true);
  });

  test("a heading in an item is no heading of the page", () => {
    expect(render("# Big\n\ntext").querySelector("h1")).toBeNull();
  });

  test("no text whatever makes an element that loads or runs something", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      "[",
      "](",
      ")",
      "!",
      "javascript:",
      "http://x.test",
      '"',
      "`",
      "\n",
      "    ",
      "- ",
      "on",
      "&#x6a;",
      "a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        const box = render(parts.join(""));
        expect(
          box.querySelector("script, img, iframe, object, embed, form, style, link, svg, video, audio"),
        ).toBeNull();
        for (const link of box.querySelectorAll("a"))
          expect(link.getAttribute("href")).toMatch(/^(https?:\/\/|mailto:)/);
      }),
    );
  });
});
