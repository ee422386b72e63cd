import { expect, test } from "vitest";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const PLAIN = { tag: null, timestamp: null, body: "", state: "active", resolution: null };

test.each([
  ["- [Finding] text", { tag: "Finding", text: "text" }],
  ["* [finding]text", { tag: "Finding", text: "text" }],
  ["+\t[WARNING] text", { tag: "Warning", text: "text" }],
  ["  - [Question] 한글", { tag: "Question", text: "한글" }],
  ["- **[Decision]** text", { tag: "Decision", text: "text" }],
  ["- **[Decision]:** text", { tag: "Decision", text: "** text" }],
  ["- `[Pattern]`: text", { tag: "Pattern", text: "text" }],
  ["- [Finding]: text", { tag: "Finding", text: "text" }],
  ["- [Finding][b] text", { tag: "Finding", text: "[b] text" }],
  ["- [Gate 1 PASSED] Phase 1", { tag: "Gate", text: "[Gate 1 PASSED] Phase 1" }],
  ["- [Gate] 2026-02-09T10:00:00Z Phase 1", { tag: "Gate", timestamp: "2026-02-09T10:00:00Z", text: "Phase 1" }],
  ["- [Gateway] up", { tag: "Gateway", text: "up" }],
  ["- [Risk-7] foreign", { tag: "Risk-7", text: "foreign" }],
  ["- [위험] foreign", { tag: "위험", text: "foreign" }],
  ["- untagged", { text: "untagged" }],
  ["- [x] task", { text: "[x] task" }],
  ["- [ ] task", { text: "[ ] task" }],
  ["- [X] task", { text: "[X] task" }],
  ["- [text](url) more", { text: "[text](url) more" }],
  ["- [text][ref] more", { text: "[text][ref] more" }],
  ["- [1] footnote", { text: "[1] footnote" }],
  ["- [^a] footnote", { text: "[^a] footnote" }],
  ["- [[wiki]] link", { text: "[[wiki]] link" }],
  ["- [Finding] 2026-02-09 text", { tag: "Finding", timestamp: "2026-02-09", text: "text" }],
  [
    "- [Finding] 2026-02-09T10:00:00.123+09:00 text",
    { timestamp: "2026-02-09T10:00:00.123+09:00", text: "text", tag: "Finding" },
  ],
  ["- [Finding] [2026-02-09 10:00] text", { tag: "Finding", timestamp: "2026-02-09 10:00", text: "text" }],
  ["- [Finding] 2026-02-09: text", { tag: "Finding", timestamp: "2026-02-09", text: "text" }],
  ["- [Finding] 2026-99-09 text", { tag: "Finding", text: "2026-99-09 text" }],
  ["- [Finding] 2026-02-09x text", { tag: "Finding", text: "2026-02-09x text" }],
  ["- [Finding] text 2026-02-09", { tag: "Finding", text: "text 2026-02-09" }],
  ["- [ARCHIVED] [Finding] text", { tag: "Finding", text: "text", state: "archived" }],
  ["- [ARCHIVED — Phase 2] [Finding] text", { tag: "Finding", text: "text", state: "archived" }],
  ["- [ARCHIVED][Finding] text", { tag: "Finding", text: "text", state: "archived" }],
  ["- [archived] text", { text: "text", state: "archived" }],
  ["- [ARCHIVED](url)", { text: "[ARCHIVED](url)" }],
  ["- [Finding] [ARCHIVED] text", { tag: "Finding", text: "[ARCHIVED] text" }],
  ["- ~~[Finding] text~~ → done", { tag: "Finding", text: "text", state: "resolved", resolution: "done" }],
  ["- ~~[Finding] text~~ -> done", { tag: "Finding", text: "text", state: "resolved", resolution: "done" }],
  ["- ~~[Finding] text~~", { tag: "Finding", text: "text", state: "resolved" }],
  ["- ~~[Finding] text~~ (done)", { tag: "Finding", text: "text", state: "resolved", resolution: "(done)" }],
  ["- ~~[Finding] a ~~b~~ c~~ → done", { tag: "Finding", text: "a ~~b~~ c", state: "resolved", resolution: "done" }],
  ["- ~~old~~ new", { text: "~~old~~ new" }],
  ["- [Finding] ~~old~~ → new", { tag: "Finding", text: "~~old~~ → new" }],
  ["- [ARCHIVED] ~~[Finding] text~~ → done", { tag: "Finding", text: "text", state: "archived", resolution: "done" }],
  [
    "- ~~[Finding] one\n  two~~ → done\n  - nested",
    { tag: "Finding", text: "one", body: "two\n- nested", state: "resolved", resolution: "done" },
  ],
  [
    "- [Finding] one\n  two\n\n      code\n  - nested\n    deep",
    { tag: "Finding", text: "one", body: "two\n\n    code\n- nested\n  deep" },
  ],
  ["- [Finding] one\nlazy", { tag: "Finding", text: "one", body: "lazy" }],
  ["-    [Finding] one\n     two", { tag: "Finding", text: "one", body: "two" }],
  ["- [Finding] one\r\n\ttwo", { tag: "Finding", text: "one", body: "two" }],
  ["- [ARCHIVED]\n  ```\n  a\n  ```", { text: "```", body: "a\n```", state: "archived" }],
  ["-", { text: "" }],
])("%j", (source, expected) => {
  const { items } = parseMemory(`## a\n${source}\n`).sections[0]!;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ ...PLAIN, ...expected });
});
