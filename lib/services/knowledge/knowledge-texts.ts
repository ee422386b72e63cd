import { onRefusal } from "@/lib/core/errors";
import { teamOf } from "@/lib/core/knowledge/knowledge-model";
import { listReadable } from "@/lib/store/list-readable";
import type { Store } from "@/lib/store/store";

/** Where all knowledge lies. Source: knowledge (Architecture). */
const KNOWLEDGE = [".microai/knowledge", ".microai/agents", ".microai/teams"];
/** Folders below one another more than this are a loop or a mistake. */
const DEEPEST = 12;
/** Files read at once: more would only wait for the disk. */
const AT_ONCE = 8;

/**
 * Every text of knowledge by path, in the order of the paths: what is shared, the teams' own, their indexes and personas,
 * and not what their sessions remember. What cannot be opened or is no text is left out.
 */
export async function readKnowledgeTexts(store: Store): Promise<Map<string, string>> {
  const paths: string[] = [];
  for (const folder of KNOWLEDGE) await collect(store, folder, DEEPEST, paths);
  paths.sort();
  const texts = new Map<string, string>();
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const files = await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => readText(store, path)));
    files.forEach((text, index) => {
      if (text !== null) texts.set(paths[at + index] as string, text);
    });
  }
  return texts;
}

async function collect(store: Store, folder: string, depth: number, paths: string[]): Promise<void> {
  for (const { name, kind } of await listReadable(store, folder)) {
    const path = `${folder}/${name}`;
    const isMemory = name === "memory" && teamOf(`${folder}/memory`) !== undefined;
    if (kind === "folder" && depth > 0 && !isMemory) await collect(store, path, depth - 1, paths);
    else if (kind === "file" && /\.(?:md|ya?ml)$/i.test(name)) paths.push(path); // owasp-top-10.md
  }
}

async function readText(store: Store, path: string): Promise<string | null> {
  return (await store.read(path).catch(onRefusal(() => null)))?.text ?? null;
}
