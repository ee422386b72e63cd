import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addAll, nodeAt, parseJson, removeAll } from "@/lib/core/plugin-setup/json-additions";

const HOOKS = {
  PreToolUse: [{ matcher: "Write|Edit", hooks: [{ type: "command", command: "node", args: ["wardroom/hook.cjs"] }] }],
  Stop: [{ hooks: [{ type: "command", command: "node", args: ["wardroom/hook.cjs"] }] }],
};
const SERVER = { type: "http", url: "http://127.0.0.1:4100/api/mcp", headersHelper: "node wardroom/hook.cjs headers" };
const mark = "wardroom/hook.cjs";
const additions = (hooks: Record<string, unknown[]>) =>
  Object.entries(hooks).flatMap(([event, groups]) => groups.map((value) => ({ path: ["hooks", event], value })));
const addHooks = (text: string | null, hooks: Record<string, unknown[]>, name: string) =>
  addAll(text, additions(hooks), name);
const addServer = (text: string | null, key: string, value: unknown) =>
  addAll(text, [{ path: ["mcpServers"], key, value }], "m");
const remove = (text: string, added: Omit<ReturnType<typeof addAll>, "text">) =>
  removeAll(text, { ...added, mark }, "settings.json");

/** White space that JSON allows between any two of its words. */
const space = fc.constantFrom("", " ", "\n", "\r\n", "\t", "  \n    ", " \n");
/** Any JSON value, written with any white space. */
const { value: anyJson } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.json({ maxDepth: 0 }),
    fc
      .tuple(fc.array(tie("value"), { maxLength: 3 }), space, space)
      .map(([items, a, b]) => `[${a}${items.join(`${b},${a}`)}${b}]`),
    tie("object"),
  ),
  object: fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom("a", "permissions", "env", "\\u0061", 'a\\"b'), tie("value")), {
        maxLength: 3,
      }),
      space,
      space,
    )
    .map(
      ([members, a, b]) => `{${a}${members.map(([key, value]) => `"${key}"${b}:${a}${value}`).join(`${b},${a}`)}${b}}`,
    ),
}));
const group = fc.constantFrom('{"hooks": []}', '{ "matcher":"Bash","hooks":[{"type":"command","command":"true"}] }');
const lists = fc
  .tuple(fc.array(group, { maxLength: 3 }), space, space)
  .map(([items, a, b]) => `[${a}${items.join(`,${b}`)}${b}]`);
const hooksObject = fc
  .tuple(fc.subarray(["PreToolUse", "Stop", "Notification"]), fc.array(lists, { minLength: 3, maxLength: 3 }), space)
  .map(
    ([events, values, a]) =>
      `{${a}${events.map((event, i) => `"${event}":${a}${values[i] ?? "[]"}`).join(`,${a}`)}${a}}`,
  );
const file = fc
  .tuple(fc.constantFrom("", "\uFEFF"), fc.array(anyJson, { maxLength: 2 }), fc.option(hooksObject), space, space)
  .map(([mark, values, hooks, a, b]) => {
    const members = [
      ...values.map((value, i) => `"k${i}":${a}${value}`),
      ...(hooks === null ? [] : [`"hooks":${b}${hooks}`]),
    ];
    return `${mark}{${a}${members.join(`${b},${a}`)}${b}}${a}`;
  });

describe("hooks and server come and go without a trace", () => {
  test("in any settings", () => {
    fc.assert(
      fc.property(file, (text) => {
        const { text: added, ...what } = addHooks(text, HOOKS, "settings.json");
        expect(added.split(mark)).toHaveLength(text.split(mark).length + 2);
        expect(remove(added, what)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("in any list of servers, and whatever comes beside them stays", () => {
    fc.assert(
      fc.property(file, (text) => {
        const { text: added, ...what } = addServer(text, "wardroom", SERVER);
        const { offset = 0, length = 0 } = nodeAt(parseJson(added, "m"), ["mcpServers", "wardroom"]) ?? {};
        expect(JSON.parse(added.slice(offset, offset + length))).toEqual(SERVER);
        expect(remove(added, what)).toBe(text);
        const left = remove(addServer(added, "another", { command: "x" }).text, what);
        expect(JSON.parse((left ?? "").replace("\uFEFF", ""))).toMatchObject({
          mcpServers: { another: { command: "x" } },
        });
      }),
      { numRuns: 1000 },
    );
  });

  test("adding keeps every byte that was there, in its order", () => {
    fc.assert(
      fc.property(file, (text) => {
        const { text: added } = addHooks(text, HOOKS, "settings.json");
        let at = 0;
        for (const character of added) if (character === text[at]) at++;
        expect(at).toBe(text.length);
        const before = JSON.parse(text.replace("\uFEFF", "")) as Record<string, unknown>;
        const after = JSON.parse(added.replace("\uFEFF", "")) as Record<string, unknown>;
        for (const [key, value] of Object.entries(before)) if (key !== "hooks") expect(after[key]).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  });

  test("every value of any JSON is found where it stands", () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        const { offset, length } = parseJson(text, "x");
        expect(text.slice(offset, offset + length)).toBe(text.trim());
      }),
    );
  });

  test("a file that was not there is gone again, and one that has got other things stays", () => {
    const { text, ...what } = addHooks(null, HOOKS, "settings.json");
    expect(remove(text, what)).toBeNull();
    const grown = text.replace("{", '{\n  "env": { "A": "1" },');
    expect(JSON.parse(remove(grown, what) ?? "")).toEqual({ env: { A: "1" } });
  });
});

test("what is added looks like what is there", () => {
  const text = '{\r\n    "hooks": {\r\n        "Stop": [\r\n            { "hooks": [] }\r\n        ]\r\n    }\r\n}\r\n';
  expect(addHooks(text, { Stop: [{ hooks: [1] }] }, "s").text).toBe(
    '{\r\n    "hooks": {\r\n        "Stop": [\r\n            { "hooks": [] },\r\n            {\r\n                "hooks": [\r\n                    1\r\n                ]\r\n            }\r\n        ]\r\n    }\r\n}\r\n',
  );
  expect(addServer("{}", "w", { a: 1 }).text).toBe('{"mcpServers":{"w":{"a":1}}}');
  expect(addServer(null, "w", { a: 1 }).text).toBe('{\n  "mcpServers": {\n    "w": {\n      "a": 1\n    }\n  }\n}\n');
});

test.each([
  ["{", "unparseable"],
  ["", "unparseable"],
  ["[]", "conflict"],
  ['{"hooks": []}', "conflict"],
  ['{"hooks": {"Stop": {}}}', "conflict"],
  ['{"hooks": null}', "conflict"],
])("%s is not changed", (text, code) => {
  expect(() => addHooks(text, HOOKS, "settings.json")).toThrow(expect.objectContaining({ code }));
});

test("a server of the project's own name is left as it is", () => {
  const own = '{"mcpServers":{"wardroom":{"command":"own"}}}';
  expect(addServer(own, "wardroom", SERVER)).toEqual({ text: own, made: [], placed: [] });
});
