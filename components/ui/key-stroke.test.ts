// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { belongsToFocus, nameStroke } from "@/components/ui/action-keys";

const press = (init: Partial<Parameters<typeof nameStroke>[0]>) =>
  nameStroke({ key: "", code: "", metaKey: false, ctrlKey: false, altKey: false, shiftKey: false, ...init });

describe("naming a stroke", () => {
  test.each([
    ["a letter", { key: "j", code: "KeyJ" }, "j"],
    ["a letter with shift", { key: "E", code: "KeyE", shiftKey: true }, "shift+e"],
    ["a sign that needs shift", { key: "?", code: "Slash", shiftKey: true }, "?"],
    ["the command key", { key: "k", code: "KeyK", metaKey: true }, "mod+k"],
    ["Ctrl, which is the command key elsewhere", { key: "k", code: "KeyK", ctrlKey: true }, "mod+k"],
    ["a Korean layout", { key: "ㅓ", code: "KeyJ" }, "j"],
    ["a Cyrillic layout", { key: "Л", code: "KeyK", ctrlKey: true }, "mod+k"],
    ["the space bar", { key: " ", code: "Space" }, "space"],
    ["an arrow with shift", { key: "ArrowDown", code: "ArrowDown", shiftKey: true }, "shift+arrowdown"],
  ])("%s", (_, init, name) => {
    expect(press(init)).toBe(name);
  });
});

describe("whose stroke it is", () => {
  function element(html: string, selector: string): Element {
    document.body.innerHTML = html;
    const found = document.querySelector(selector);
    if (!found) throw new Error(selector);
    return found;
  }

  test("letters belong to a text field, the palette's key does not", () => {
    const input = element("<input>", "input");
    expect(belongsToFocus(input, "e")).toBe(true);
    expect(belongsToFocus(input, "mod+k")).toBe(false);
  });
  test("a checkbox is no text field, but keeps its space bar", () => {
    const box = element("<input type=checkbox>", "input");
    expect(belongsToFocus(box, "e")).toBe(false);
    expect(belongsToFocus(box, "space")).toBe(true);
  });
  test("Enter belongs to a button, j does not", () => {
    const button = element("<button>x</button>", "button");
    expect(belongsToFocus(button, "enter")).toBe(true);
    expect(belongsToFocus(button, "j")).toBe(false);
  });
  test("everything in a dialog belongs to it", () => {
    const button = element("<div role=dialog><button>x</button></div>", "button");
    expect(belongsToFocus(button, "j")).toBe(true);
    expect(belongsToFocus(button, "mod+k")).toBe(true);
  });
  test("a row of the list takes nothing for itself", () => {
    expect(belongsToFocus(element("<div role=row tabindex=0>x</div>", "div"), "enter")).toBe(false);
  });
});
