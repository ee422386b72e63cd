import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { withCallerNamed } from "@/lib/hook/shell-writes";

const BY = "me,claude:1,kv";

/** What each `wardroom` of a script was called with, as bash has it. */
function calls(script: string): string[] {
  // Those of a pipe run at once: a line is written whole.
  const stub = `wardroom() { printf '%s\\n' "$(printf '%s|' "$@")" >&3; }\n`;
  const { output } = spawnSync("bash", ["--noprofile", "--norc", "-c", stub + script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  return (output[3] ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .sort();
}

const texts = fc.constantFrom(
  "x",
  "'a; wardroom b'",
  '"wardroom; c"',
  "d\\ wardroom",
  "'한글 || wardroom e'",
  "\"a 'b' c\"",
);
const own = fc.tuple(fc.constantFrom("say", "inbox", "team"), texts).map(([word, text]) => `wardroom ${word} ${text}`);
const documents = fc.constantFrom(
  "wardroom publish - <<'EOF'\nwardroom inbox\n'quote\nEOF\n",
  "cat <<END > /dev/null\na team; b wardroom\nEND\n",
);
const others = fc.constantFrom("cd .", "true", "echo 'wardroom z'", "# wardroom y\n", "test -e wardroom.md");
const one = fc.oneof(own, own, others, documents);
const joins = fc.constantFrom("\n", "; ", " && ", " || ", " | ");
const plain = fc
  .array(fc.tuple(one, joins), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.map(([text, join]) => (text.endsWith("\n") ? text : text + join)).join("") + "\ntrue");
const scripts = fc.oneof(
  plain,
  plain.map((text) => `if true; then ${text}; fi`),
  plain.map((text) => `for i in 1 2; do ${text}; done > /dev/null 2>&1`),
  plain.map((text) => `(${text})`),
);

it("names who calls in each call of a script, in nothing else, and changes nothing before it", () => {
  let named = 0;
  fc.assert(
    fc.property(scripts, (script) => {
      const changed = withCallerNamed(script, BY);
      if (changed === null) return;
      named++;
      const said = calls(changed);
      for (const call of said) expect(call).toMatch(/^([a-z-]+\|){1,2}--by\|\+?me,claude:1,kv\|/);
      expect(said.map((call) => call.replace(/--by\|\+?me,claude:1,kv\|/, "")).sort()).toEqual(calls(script));
      expect(changed.replaceAll(/ --by '\+?me,claude:1,kv'/g, "")).toBe(script);
      const marks = [...changed.matchAll(/ --by '(\+?)me,/g)].map(([, mark = ""]) => mark);
      expect(marks.at(-1)).toBe("");
      expect(new Set(marks.slice(0, -1)).size).toBeLessThan(2);
    }),
    { numRuns: 150 },
  );
  expect(named).toBeGreaterThan(60);
});

it.each([
  "npm test",
  "xargs wardroom say < list",
  "bash -c 'wardroom inbox'",
  'echo "$(wardroom team)" && wardroom inbox',
  "/usr/local/bin/wardroom inbox",
  "WARDROOM_ROLE=implementer-2 wardroom inbox",
  "wardroom inbox\nbash <<EOF\nwardroom team\nEOF",
  "wardroom inbox && cat > x.sh <<'EOF'\n#!/bin/sh\nset -e; wardroom team\nEOF\nbash x.sh",
])("leaves %s to the variables", (script) => {
  expect(withCallerNamed(script, BY)).toBeNull();
});

it.each([
  ["wardroom team && wardroom context show; wardroom say Lead decision x", ["+", "+", ""]],
  // Either may be the last that runs.
  ["wardroom team || wardroom inbox", ["", ""]],
])("says in %s what follows, and begins each as a rule for it does", (script, marks) => {
  const changed = withCallerNamed(script, BY) ?? "";
  expect([...changed.matchAll(/(\+?)me,/g)].map(([, mark]) => mark)).toEqual(marks);
  expect(changed).not.toContain("wardroom --by");
});
