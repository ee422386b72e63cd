import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@/lib/contracts/doctor";
import { sayCount } from "@/lib/core/text/say-count";
import { inspectDocumentsAt } from "@/lib/db/inspect";
import type { Configuration } from "@/lib/services/workspace/configuration";
import { isInUse } from "@/lib/store/copy-folder";
import { findStats, orMissing } from "@/lib/store/find-files";
import { sha256 } from "@/lib/store/read-file";

/**
 * How many workspaces have their content in the history, and whether the copies that servers of this data folder keep of them hold
 * the same. Nothing is opened or brought up.
 */
export async function examineRecorded({
  dataFolder,
  databaseUrl,
  recorded,
}: Pick<Configuration, "dataFolder" | "databaseUrl" | "recorded">): Promise<Finding[]> {
  if (databaseUrl === null || recorded.length === 0) return [];
  const findings: Finding[] = [
    {
      subject: "Recorded workspaces",
      state: "ok",
      detail: `${recorded.length}: ${recorded.join(", ")}. Their content is in the history.`,
      remedy: null,
    },
  ];
  const all = await orMissing(readdir(join(dataFolder, "copies"), { withFileTypes: true }), []);
  // One that a server left behind is brought up when the next server takes it, which may be never while others run.
  const used: Dirent[] = [];
  for (const each of all) if (await isInUse(join(dataFolder, "copies", each.name))) used.push(each);
  const folders = used.length > 0 ? used : all;
  for (const name of recorded) {
    const hashes = await inspectDocumentsAt(databaseUrl, name);
    const counted = sayCount(hashes.size, "document");
    const copies: string[] = [];
    for (const entry of folders) {
      const copy = join(dataFolder, "copies", entry.name, name);
      if (entry.isDirectory() && (await findStats(copy)) !== null) copies.push(copy);
    }
    const subject = `Workspace ${name}`;
    const behind = (await Promise.all(copies.map((copy) => compare(copy, hashes)))).flatMap((each) => each ?? []);
    const first = behind[0];
    findings.push(
      first === undefined
        ? { subject, state: "ok", detail: `${counted}; ${sayCopies(copies.length)}.`, remedy: null }
        : {
            subject,
            state: "warning",
            detail: `${counted}; the copy in ${first.copy} is not in step: ${first.missing} missing, ${first.differing} with another text, such as ${first.path}.`,
            remedy: `A running server brings its copy up within seconds: see again with wardroom doctor. If it stays, stop that server, delete ${first.copy} and start it: the copy is made anew, and nothing is lost.`,
          },
    );
  }
  return findings;
}

function sayCopies(count: number): string {
  if (count === 0) return "no server has a copy here yet";
  return count === 1 ? "the copy here is in step" : `all ${count} copies here are in step`;
}

/** Where a copy and the history differ; null where they do not. */
async function compare(copy: string, hashes: ReadonlyMap<string, string>) {
  let [missing, differing] = [0, 0];
  let path: string | null = null;
  for (const [each, hash] of hashes) {
    // What cannot be read as a file, as a folder in its place, is another text.
    const bytes = await orMissing(readFile(join(copy, each)), null).catch(() => undefined);
    if (bytes && sha256(bytes) === hash) continue;
    if (bytes === null) missing++;
    else differing++;
    path ??= each;
  }
  return path === null ? null : { copy, missing, differing, path };
}
