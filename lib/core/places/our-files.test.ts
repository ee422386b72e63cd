import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDocumentFile, findForeign, isOurs, needsName } from "@/lib/core/places/our-files";

const ALL = () => true;

/** What the format lists, with names that people choose in the places of theirs. */
const LISTED = [
  ...["TEAM-MEMORY.md", "global-context.md", "orchestration-plan.md"].map((name) => `.agent/teams/NAME/${name}`),
  ...["gate-record.yaml", "gate-record-2.yaml", "gate-2.yaml", "gate.md"].map(
    (name) => `.agent/teams/NAME/phase-1/${name}`,
  ),
  ".agent/teams/NAME/phase-3-gate.md",
  ".agent/teams/NAME/phase-2/NAME/L1-index.yaml",
  ".kaizen/agents/NAME/memory.md",
  ".microai/knowledge/shared/registry.yaml",
  ".microai/knowledge/registry.yaml",
  ".microai/knowledge/shared/NAME.md",
  ...[".microai/agents/teams/NAME", ".microai/teams/NAME", ".microai/agents/NAME", ".microai/teams/group/NAME"].flatMap(
    (team) =>
      [
        ...["knowledge/knowledge-index.yaml", "knowledge/NAME.md", "knowledge/summaries/NAME.md", "memory/context.md"],
        ...["memory/sessions.yaml", "memory/sessions.md", "memory/learnings.md", "memory/checkpoints/NAME.yaml"],
        ...["memory/checkpoints/NAME.2.yaml", "memory/checkpoints/NAME.json", "agents/NAME.md"],
      ].map((name) => `${team}/${name}`),
  ),
];

const chosen = fc.constantFrom("checkout", "Sprint 12", "dev-qa", "결제", "v1.2", "a&b", "o'neil", "headlines", "git");
const places = fc.constantFrom(
  ".agent/teams/NAME",
  ".kaizen/agents/NAME",
  ".microai/knowledge",
  ".microai/agents/teams/NAME/knowledge",
  ".microai/deep/er/knowledge",
);
const below = fc.array(chosen, { maxLength: 3 });
const filled = (path: string, name: string) => path.replaceAll("NAME", name);

describe("which files are ours", () => {
  test("all that the format lists, at their places", () => {
    fc.assert(
      fc.property(fc.constantFrom(...LISTED), chosen, (path, name) => {
        expect(findForeign(filled(path, name))).toBeNull();
      }),
    );
  });

  test("any text in the folder of a session, an agent or knowledge, and there the data that something names", () => {
    fc.assert(
      fc.property(
        places,
        below,
        chosen,
        fc.constantFrom("md", "markdown", "txt", "MD"),
        (place, folders, name, ending) => {
          expect(isOurs([filled(place, name), ...folders, `${name}.${ending}`].join("/"))).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(
        places,
        below,
        chosen,
        fc.constantFrom("yaml", "yml", "json", "jsonl"),
        (place, folders, name, ending) => {
          const path = [filled(place, name), ...folders, `${name}.${ending}`].join("/");
          expect([isOurs(path), isOurs(path, (named) => named === path), needsName(path)]).toEqual([false, true, true]);
        },
      ),
    );
  });

  test("nothing else, whatever names it", () => {
    const endings = fc.constantFrom(
      "sh",
      "js",
      "toml",
      "kts",
      "exs",
      "nix",
      "ini",
      "cfg",
      "html",
      "md.sh",
      "json5",
      "",
    );
    fc.assert(
      fc.property(places, below, chosen, endings, (place, folders, name, ending) => {
        const path = [filled(place, name), ...folders, ending === "" ? "HEAD" : `x.${ending}`].join("/");
        expect(isOurs(path, ALL)).toBe(false);
      }),
    );
    const outside = fc.constantFrom(
      ".git",
      ".claude",
      ".github",
      "src",
      ".agent",
      ".microai",
      ".agent/teams",
      ".microai/skills",
      "..",
      "",
    );
    fc.assert(
      fc.property(
        outside,
        fc.constantFrom("notes.md", "CLAUDE.md", "package.json", ".env", "config"),
        (folder, name) => {
          expect(isOurs(`${folder}/${name}`, ALL)).toBe(false);
          expect(isOurs(`.agent/teams/s1/../../../${folder}/${name}`, ALL)).toBe(false);
        },
      ),
    );
  });

  test("no name that tools or agents load by themselves, nor one that leads elsewhere, however it is spelt and at any depth", () => {
    const loaded = fc.constantFrom(
      ...["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md", "SKILL.md", "CMakeLists.txt"],
      ...["package.json", "tsconfig.build.json", "Taskfile.yaml", "lefthook.yml", "docker-compose.yml", "compose.yaml"],
      ...["composer.json", "mkdocs.yml", "settings.local.json", ".env.md", ".claude.json"],
    );
    const spelt = fc
      .tuple(
        loaded,
        fc.nat(12),
        fc.constantFrom("", "\u200B", "\u200D", "\u2060", "\uFEFF", "\u00AD", "\u180B", "\u{E0100}"),
      )
      .chain(([name, at, char]) => {
        const with_ = name.slice(0, at) + char + name.slice(at);
        const wide = with_.replace(/[A-Za-z]/g, (each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0));
        return fc.constantFrom(with_, with_.toUpperCase(), with_.toLowerCase(), with_.normalize("NFD"), wide);
      });
    const elsewhere = fc.constantFrom(
      ...[
        "..",
        ".",
        "",
        ".git",
        "．git",
        ".g\u200Cit",
        "GIT~1",
        "CLAUDE~1.MD",
        "con",
        "NUL.md",
        "Aux.txt",
        "COM1",
        "lpt9.md",
        "com¹.md",
      ],
      ...[
        "a\\b",
        "a:b",
        "x.md::$DATA",
        "notes.md ",
        "notes.md.",
        "folder.",
        "a\0b",
        "a\nb",
        "%2e%2e",
        "a.wardroom-tmp.md",
        "\ud800",
      ],
    );
    fc.assert(
      fc.property(places, fc.oneof(spelt, elsewhere), fc.boolean(), chosen, (place, name, isFolder, other) => {
        const path = [filled(place, other), name, ...(isFolder ? ["notes.md"] : [])].join("/");
        expect(isOurs(path, ALL)).toBe(false);
        expect(findForeign(path, ALL)).toMatch(/\w/);
      }),
    );
  });

  test("each document of the example", () => {
    const root = "example/workspace";
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1))
      .filter((path) => isDocumentFile(path) && !/^(?:\.claude|agents)\//.test(path)); // definitions of agents
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((path) => !isOurs(path))).toEqual([]);
  });
});
