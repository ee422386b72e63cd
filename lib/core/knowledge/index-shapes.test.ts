import { describe, expect, it } from "vitest";
import { parseKnowledgeIndex } from "@/lib/core/knowledge/parse-knowledge";

const OWN = ".microai/teams/review/knowledge";
const index = (text: string) => parseKnowledgeIndex(text, "review@teams");
const unread = (text: string) => index(text).diagnostics.map(({ message }) => message.split(" ")[0]);

describe("an index as projects write it", () => {
  it("names files by `filename`, under `knowledge_files`, `shared` and the keys of roles", () => {
    const read = index(`
shared:
  - {id: method, path: shared/method.md, auto_load: true}
  - {id: owasp, path: ../../../knowledge/shared/owasp.md}
  - style
knowledge_files:
  - {id: criteria, filename: 02-criteria.md, title: Criteria, load_when: [{phase: synthesis}, {keyword: AC}]}
agent_specific:
  reader: [{id: reading, path: reader/reading.md}]
  asker: [{id: bank, path: bank.yaml}]
role_knowledge:
  pm: {files: [pm/stories.md], description: Stories}
content-planner:
  - {file: planner/seo.md, keywords: [seo]}
`);
    expect(read.diagnostics).toEqual([]);
    expect(read.entries.map(({ id, kind, path, core }) => [id, kind, path, core])).toEqual([
      ["method", "own", `${OWN}/shared/method.md`, true],
      ["owasp", "shared", ".microai/knowledge/shared/owasp.md", false],
      ["style", "shared", null, false],
      ["criteria", "own", `${OWN}/02-criteria.md`, false],
      ["reading", "own", `${OWN}/reader/reading.md`, false],
      ["bank", "own", `${OWN}/bank.yaml`, false],
      ["pm/stories.md", "own", `${OWN}/pm/stories.md`, false],
      ["planner/seo.md", "own", `${OWN}/planner/seo.md`, false],
    ]);
    expect(read.byKeyword.map(({ name, ids }) => [name, ids])).toEqual([
      ["AC", ["criteria"]],
      ["seo", ["planner/seo.md"]],
    ]);
  });

  it("loads by triggers, mappings and what a session begins with", () => {
    const read = index(`
files: [{id: a, path: a.md}, {id: b, path: b.md}]
loading: {always: [a.md]}
mode_triggers:
  bug: {always_load: [b], on_keywords: [{a: [crash]}]}
  testing: {keywords: [pytest], files: [b]}
keyword_triggers:
  "edge case|limit": {load: a, section: Limits}
  jwt: b
mappings:
  - {keywords: [level, layer], files: [a]}
`);
    expect(read.diagnostics).toEqual([]);
    expect(read.entries.map(({ id, core }) => [id, core])).toEqual([
      ["a", true],
      ["b", false],
    ]);
    expect(read.byMode.map(({ name, ids }) => [name, ids])).toEqual([
      ["bug", ["b"]],
      ["testing", ["b"]],
    ]);
    expect(read.byKeyword.map(({ name, ids }) => [name, ids])).toEqual([
      ["pytest", ["b"]],
      ["edge case", ["a"]],
      ["limit", ["a"]],
      ["jwt", ["b"]],
      ["level", ["a"]],
      ["layer", ["a"]],
    ]);
  });

  it("keeps sources, tools and memory out of the knowledge, and says so", () => {
    expect(unread("critical_files: [{path: handlers/chat.go, reason: core}]\n")).toEqual(["`critical_files`"]);
    expect(unread("memory_files: [{path: ../memory/context.md}]\n")).toEqual(["`memory_files`"]);
    expect(unread("workflows: [{file: daily.yaml}]\n")).toEqual(["`workflows`"]);
  });

  it("lists a file once that several roles name, without a warning", () => {
    const read = index("by_role: {a: [{file: x.md}], b: [{file: x.md}]}\n");
    expect(read.entries.map(({ id }) => id)).toEqual(["x.md"]);
    expect(read.diagnostics).toEqual([]);
  });
});
