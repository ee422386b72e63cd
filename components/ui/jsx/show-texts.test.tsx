import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { showTexts } from "./show-texts";

const HIDDEN = "a\u202Eb\u200Bc";
const SHOWN = "a‹U+202E›b‹U+200B›c";

function Titled({ children }: { children: string }) {
  return <h2 title={children}>{children}</h2>;
}

test("no text of an element hides a character, however it is put there", () => {
  const page = (
    <>
      {HIDDEN}
      <Titled>{HIDDEN}</Titled>
      <p aria-label={HIDDEN}>
        by {HIDDEN} {[HIDDEN, <b key="b">{HIDDEN}</b>]}
      </p>
    </>
  );
  const markup = renderToStaticMarkup(page);
  expect(markup).not.toMatch(/[\u202E\u200B]/);
  expect(markup).toBe(
    `${SHOWN}<h2 title="${SHOWN}">${SHOWN}</h2><p aria-label="${SHOWN}">by ${SHOWN} ${SHOWN}<b>${SHOWN}</b></p>`,
  );
});

test("what is edited stays as it is, and so do properties without such a text", () => {
  expect(renderToStaticMarkup(<textarea defaultValue={HIDDEN} />)).toContain(HIDDEN);
  const props = { title: "plain", children: ["a", 1, null] };
  expect(showTexts(props)).toBe(props);
});
