import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, relative } from "node:path";
import type { MatrixWorld } from "@/lib/api/testing/matrix-world.fixture";

/** Files that a link in an agent's folder may lead to, and whether the Lead of the workspace may change them. */
export const TARGETS: Readonly<Record<string, boolean>> = {
  ".agent/teams/alpha/TEAM-MEMORY.md": true,
  ".agent/teams/beta/TEAM-MEMORY.md": true,
  ".agent/teams/beta/new.md": true,
  ".kaizen/agents/scribe/memory.md": true,
  ".kaizen/agents/scribe/new.md": true,
  ".microai/knowledge/shared/korean-text.md": true,
  ".git/config": false,
  ".git/hooks/pre-commit": false,
  ".claude/settings.json": false,
  ".claude/agents/new.md": false,
  "docs/guide.md": false,
  "package.json": false,
};

/** What nobody wrote through Wardroom. */
const FOREIGN = {
  ".git/config": "[core]\n",
  ".claude/settings.json": "{}\n",
  "docs/guide.md": "# Guide\n",
  "package.json": "{}\n",
};

/** Other spellings of a name, each of which some disk takes for the same. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => `${name.slice(0, 6)}~1${name.slice(name.lastIndexOf("."), name.lastIndexOf(".") + 4)}`,
  (name) => name.replace("e", "e\u200d"),
  (name) => `${name}.`,
  (name) => name.replace(/[eE]/, "$&\u0301").normalize("NFD"),
];

export async function layForeign(world: MatrixWorld): Promise<void> {
  for (const folder of [".git/hooks", ".claude/agents", "docs"]) await mkdir(world.file(folder), { recursive: true });
  for (const [path, text] of Object.entries(FOREIGN)) await writeFile(world.file(path), text);
}

/** The ways from an agent's folder to a file: through its folder, through a link to that link, by the file itself; in each spelling. */
export async function waysTo(world: MatrixWorld, agent: string, target: string): Promise<string[]> {
  const at = (name: string) => world.file(`.kaizen/agents/${agent}/${name}`);
  const to = relative(dirname(at("x")), world.file(target));
  const links: [string, string][] = [
    ["ls", dirname(to)],
    ["far", "ls"],
    ["one.md", to],
    ["two.md", "one.md"],
  ];
  for (const [name, leads] of links) {
    await rm(at(name), { force: true });
    await symlink(leads, at(name));
  }
  const spelled = SPELLINGS.map((spell) => `ls/${spell(basename(target))}`);
  return [...new Set([...spelled, `far/${basename(target)}`, "one.md", "two.md"])];
}

/** Each command of the memory tool on a path below the agent's folder. */
export function commandsOn(path: string, there: string): Record<string, unknown>[] {
  const at = `/memories/${path}`;
  const some = [
    { command: "create", path: at, file_text: "forged\n" },
    { command: "str_replace", path: at, old_str: there, new_str: `forged ${there}` },
  ];
  if (path.startsWith("ls/")) return some;
  return [
    ...some,
    { command: "insert", path: at, insert_line: 0, insert_text: "forged\n" },
    { command: "rename", old_path: at, new_path: "/memories/taken.md" },
    { command: "rename", old_path: "/memories/own.md", new_path: at },
    { command: "delete", path: at },
  ];
}

export async function textAt(world: MatrixWorld, path: string): Promise<string | null> {
  return readFile(world.file(path), "utf8").catch(() => null);
}
