import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sayParts } from "./say-parts";

test("elements stand where the sentence has their names, and hidden characters are shown", () => {
  const said = sayParts("<link>Open {name}</link>, made {when} with {count, plural, one {# item} other {# items}}", {
    link: (inside) => <a href="/x">{inside}</a>,
    name: "a\u202Eb",
    when: <time>now</time>,
    count: 2,
  });
  expect(renderToStaticMarkup(said)).toBe('<a href="/x">Open a‹U+202E›b</a>, made <time>now</time> with 2 items');
});
