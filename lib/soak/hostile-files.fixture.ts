import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Random } from "@/lib/soak/random.fixture";

/** What lies at a path: content, a link to somewhere, a folder where a file is expected, or content that nobody may read. */
type Hostile = string | Buffer | { link: string } | { folder: true } | { unreadable: string };

const FRONT = "---\nversion: GC-v3\nteammate_gc_versions: {implementer-1: GC-v2}\n---\n";
const HEAD = "# T\n\n## Lead\n\n## implementer-1\n";
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const BOMB = `a0: &a0 [x, x]\n${lines(30, (index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`)}`;

/** Contents that have stopped parsers, or cost them more than their length. `size` is roughly how many lines they have. */
const CONTENTS: Readonly<Record<string, (size: number) => Hostile>> = {
  "short lines": (size) => HEAD + lines(size * 10, (index) => String(index % 10)),
  "items by the thousand": (size) => HEAD + lines(size, (index) => `- [Finding] number ${index} of them`),
  "equal items": (size) => HEAD + lines(size, () => "- [Finding] the same"),
  "repeated headings": (size) => lines(size, () => "## implementer-1\n\n- [Finding] a"),
  "different headings": (size) => lines(size, (index) => `## implementer-${index}\n\n- [Question] a?`),
  "tags by the thousand": (size) => HEAD + lines(size, (index) => `- [Tag${index}] [Decision] [Gate] a`),
  "one endless line": (size) => HEAD + `- [Finding] ${"word ".repeat(size * 10)}`,
  "one endless word": (size) => HEAD + `- [Finding] ${"x".repeat(size * 50)}`,
  "deep lists": (size) => HEAD + lines(size / 10, (index) => `${" ".repeat((index % 100) * 2)}- deep`),
  "deep quotes": (size) => HEAD + lines(size / 50, () => `${"> ".repeat(90)}deep`),
  "deep brackets": (size) => HEAD + nested(size, "[", "]"),
  "open emphasis": (size) => HEAD + "*a _b ".repeat(size * 2),
  "open links": (size) => HEAD + "[a](b".repeat(size * 2),
  "open code": (size) => HEAD + lines(size, (index) => "`".repeat((index % 80) + 1)),
  fences: (size) => HEAD + lines(size, () => "```") + "```",
  comments: (size) => HEAD + "<!-- ".repeat(size),
  "a table": (size) => HEAD + "| a | b |\n|---|---|\n" + lines(size, (index) => `| D-${index} | ${"| ".repeat(20)}`),
  fields: (size) => `${FRONT}# C\n\n## Scope\n${lines(size, (index) => `- key ${index}: value → | : ${index}`)}`,
  "alias bomb": () => `---\n${BOMB}---\n${BOMB}`,
  "deep YAML": (size) => `deep: ${nested(Math.min(size, 5000), "[", "]")}\n`,
  "deeper YAML by its indent": (size) => lines(Math.min(size, 800), (index) => `${" ".repeat(index)}k:`),
  "repeated keys": (size) => `---\n${lines(size, () => "key: value")}---\n`,
  "many keys": (size) => `files:\n${lines(size, (index) => `  - {id: k${index}, path: k${index}.md, tags: [a, b]}`)}`,
  "front matter without an end": (size) => `---\n${lines(size, (index) => `k${index}: v`)}`,
  "rules by the thousand": (size) => lines(size * 2, () => "---"),
  "carriage returns": (size) => HEAD.replaceAll("\n", "\r") + "- [Finding] a\r".repeat(size),
  "not UTF-8": (size) => Buffer.concat([Buffer.from(HEAD), Buffer.alloc(size * 10, 0xff)]),
  NUL: (size) => HEAD + "- [Finding] \0\n".repeat(size),
  "control characters": (size) => HEAD + "- [Finding] \u0080\u200b\u202e\ufeff\n".repeat(size),
  "marks upon marks": (size) => HEAD + `- [Finding] e${"\u0301".repeat(size * 5)}`,
  "conflict marks": (size) => HEAD + lines(size, () => "<<<<<<< a\n- [Finding] a\n=======\n- [Finding] b\n>>>>>>> b"),
  references: (size) => lines(size, (index) => `[r${index}]: <x> "y"`) + "[r0]".repeat(size),
  "a link to nowhere": () => ({ link: "nowhere" }),
  "a link to itself": () => ({ link: "." }),
  "a link out": () => ({ link: "/etc/passwd" }),
  "a folder": () => ({ folder: true }),
  unreadable: () => ({ unreadable: HEAD }),
};

/** Names that people and attackers give folders; each is followed by its number. */
const NAMES = [
  "a&b ",
  "o'neil",
  "x\\y",
  "한글",
  "with space ",
  "emoji-🧪",
  "UPPER",
  "e\u0301",
  "%2e%2e",
  "-rf ",
  "#",
  "?q=",
];

/** Where documents with a format of their own lie; `{n}` is a name. */
const PLACES = [
  ".agent/teams/{n}/TEAM-MEMORY.md",
  ".agent/teams/{n}/global-context.md",
  ".agent/teams/{n}/orchestration-plan.md",
  ".agent/teams/{n}/phase-1/gate-record.yaml",
  ".kaizen/agents/{n}/memory.md",
  ".claude/agents/{n}.md",
  ".microai/knowledge/shared/{n}.md",
  ".microai/agents/teams/{n}/knowledge/knowledge-index.yaml",
  ".microai/agents/teams/{n}/memory/sessions.yaml",
  ".microai/agents/teams/{n}/memory/context.md",
  ".microai/agents/teams/{n}/memory/checkpoints/s-1.yaml",
  ".microai/agents/teams/{n}/agents/{n}.md",
] as const;

/** Sizes are drawn of these. */
const SIZES = [1, 10, 100, 400] as const;

/**
 * Writes about `count` hostile files at the places of documents and answers how many they are. Every combination of a place with a
 * content comes once before any comes again.
 */
export async function putHostileFiles(folder: string, count: number, random: Random): Promise<number> {
  const kinds = Object.values(CONTENTS);
  let put = 0;
  for (let at = 0; put < count; at++) {
    const name = `${NAMES[at % NAMES.length] ?? ""}${at}`;
    for (const [index, place] of PLACES.entries()) {
      const content = kinds[(at + index * 7) % kinds.length]?.(random.pick(SIZES)) ?? "";
      await putOne(
        join(
          folder,
          place.replaceAll("{n}", () => name),
        ),
        content,
      );
      put++;
    }
  }
  for (const place of PLACES) {
    await putOne(join(folder, place.replaceAll("{n}", "log")), HEAD + lines(130_000, (index) => String(index % 10)));
    put++;
  }
  return put;
}

async function putOne(path: string, content: Hostile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (typeof content === "string" || Buffer.isBuffer(content)) await writeFile(path, content);
  else if ("folder" in content) await mkdir(path);
  else if ("link" in content) await symlink(content.link, path);
  else {
    await writeFile(path, content.unreadable);
    await chmod(path, 0);
  }
}
