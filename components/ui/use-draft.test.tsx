// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.replaceChildren();
});

/** A page that has just been loaded: it knows nothing but what the browser keeps. */
async function load(there = "as it was") {
  vi.resetModules();
  const { useDraft, forgetDrafts } = await import("@/components/ui/use-draft");
  const fields = new Map<string, { text: string; write: (text: string) => void }>();
  function Field({ name, initial }: { name: string; initial?: string }) {
    const [text, write] = useDraft(name, initial);
    fields.set(name, { text, write });
    return null;
  }
  act(() =>
    createRoot(document.createElement("div")).render(
      <>
        <Field name="comment a/b 1" />
        <Field name="edit a/b 1" initial={there} />
      </>,
    ),
  );
  return {
    read: (name: string) => fields.get(name)?.text,
    write: (name: string, text: string) => act(() => fields.get(name)?.write(text)),
    forget: () => act(forgetDrafts),
  };
}

test("unsent text survives a reload, sent text does not", async () => {
  let page = await load();
  page.write("comment a/b 1", "half a sen");
  page.write("edit a/b 1", "as it will be");
  expect(page.read("comment a/b 1")).toBe("half a sen");
  page = await load();
  expect(page.read("comment a/b 1")).toBe("half a sen");
  expect(page.read("edit a/b 1")).toBe("as it will be");
  page.write("comment a/b 1", "");
  page.write("edit a/b 1", "as it was");
  expect(localStorage.length).toBe(0);
  expect((await load()).read("edit a/b 1")).toBe("as it was");
});

test("a draft of words that have changed since is not shown in place of the new ones", async () => {
  let page = await load();
  page.write("edit a/b 1", "as it will be");
  page = await load("as somebody else made it");
  expect(page.read("edit a/b 1")).toBe("as somebody else made it");
});

test("signing out removes every draft and nothing else", async () => {
  localStorage.setItem("other", "stays");
  const page = await load();
  page.write("comment a/b 1", "half a sen");
  page.forget();
  expect(page.read("comment a/b 1")).toBe("");
  expect(Object.keys(localStorage)).toEqual(["other"]);
});

test("a browser that stores nothing keeps a text as long as the page", async () => {
  vi.stubGlobal("localStorage", null);
  const page = await load();
  page.write("comment a/b 1", "half a sen");
  expect(page.read("comment a/b 1")).toBe("half a sen");
  vi.unstubAllGlobals();
});

test("every field of several lines keeps what is written", () => {
  const files = readdirSync("components", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  const writing = files.filter((name) =>
    /<(AreaField|TextArea|MarkdownEditor)\b/.test(readFileSync(join("components", name), "utf8")),
  );
  expect(writing.length).toBeGreaterThan(5);
  const losing = writing.filter((name) => !/use-draft|useKept\(/.test(readFileSync(join("components", name), "utf8")));
  // The fields themselves.
  expect(losing).toEqual(["ui/field.tsx"]);
});
