import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Makes a folder beside the workspace that looks like one, and that nobody may touch. */
export function makeCanary(folder: string): void {
  for (const path of ["sessions/one", "agents/scribe", "teams/default", "empty"])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, "victim.md"), "# Nobody writes here\n\n## implementer-1\n- [Finding] mine\n");
  writeFileSync(
    join(folder, "sessions/one/TEAM-MEMORY.md"),
    "# TEAM-MEMORY — elsewhere\n\n## Lead\n\n## implementer-1\n",
  );
  writeFileSync(join(folder, "agents/scribe/memory.md"), "# Memory\n");
}

/** One line for each path below a folder, with what is there: two that are equal say that nothing was touched. */
export function fingerprint(folder: string): string[] {
  const lines: string[] = [];
  const visit = (path: string, shown: string) => {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) lines.push(`${shown} → ${readlinkSync(path)}`);
    else if (stat.isDirectory()) {
      lines.push(`${shown}/`);
      for (const name of readdirSync(path).sort()) visit(join(path, name), `${shown}/${name}`);
    } else lines.push(`${shown} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`);
  };
  visit(folder, ".");
  return lines;
}

/** What was touched in it since; nothing where all is well. */
export function touched(before: readonly string[], folder: string): string[] {
  const after = fingerprint(folder);
  return [
    ...after.filter((line) => !before.includes(line)).map((line) => `outside the workspace: ${line} is new or other`),
    ...before.filter((line) => !after.includes(line)).map((line) => `outside the workspace: ${line} is gone or other`),
  ];
}
