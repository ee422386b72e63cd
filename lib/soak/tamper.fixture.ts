import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked } from "@/lib/soak/claim.fixture";
import { placesIn } from "@/lib/soak/places.fixture";

/** Takes an acknowledged line out of its file, as a server that cannot be trusted might. */
export function loseALine(folder: string, asked: readonly Asked[]): void {
  tamper(folder, asked, () => []);
}

/** Has an acknowledged line in its file twice. */
export function doubleALine(folder: string, asked: readonly Asked[]): void {
  tamper(folder, asked, (line) => [line, line]);
}

function tamper(folder: string, asked: readonly Asked[], change: (line: string) => string[]): void {
  const found = asked.find(
    ({ claim, acknowledged }) => acknowledged && claim.kind === "item" && claim.session === "one",
  );
  if (found?.claim.kind !== "item") throw new Error("no line was acknowledged that could be tampered with");
  const { text } = found.claim;
  const file = join(placesIn(folder).files, ".agent/teams/one/TEAM-MEMORY.md");
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.flatMap((line) => (line.includes(text) ? change(line) : [line])).join("\n"));
}
