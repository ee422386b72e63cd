import { setTimeout as wait } from "node:timers/promises";
import type {
  DuplicatePassage,
  FileDiff,
  KnowledgeDuplicates,
  KnowledgeProblems,
} from "@/lib/contracts/knowledge-duplicates";
import { AppError } from "@/lib/core/errors";
import { unifiedDiff } from "@/lib/core/history/unified-diff";
import { proposeId } from "@/lib/core/knowledge/duplicate-share";
import { findProblems } from "@/lib/core/knowledge/find-problems";
import { allow, type Caller } from "@/lib/services/workspace/caller";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import { KnowledgeScan, type Scanned } from "@/lib/services/knowledge/knowledge-scan";
import { listShares } from "@/lib/services/knowledge/knowledge-shares";
import { readKnowledgeTexts } from "@/lib/services/knowledge/knowledge-texts";
import { splitLines } from "@/lib/core/text/lines";

/** Characters of a passage that a list shows. */
const EXCERPT = 300;

/** Looking for knowledge that is there more than once, and for what is wrong between files. Source: knowledge (pain point 1). */
export function knowledgeDuplicateService(context: ServiceContext) {
  const scans = new Map<string, KnowledgeScan>();
  const scanOf = (workspace: string): KnowledgeScan => {
    const known = scans.get(workspace) ?? new KnowledgeScan();
    scans.set(workspace, known);
    return known;
  };

  async function textsOf(caller: Caller, workspace: string): Promise<Map<string, string>> {
    allow(caller, "look", { workspace });
    const texts = await readKnowledgeTexts(context.store(workspace));
    return new Map([...texts].map(([path, { text }]) => [path, text]));
  }

  return {
    /**
     * Files and passages that are there more than once. The work goes on when nobody waits for it any more; whoever asks
     * again is told how far it is.
     */
    async find(
      caller: Caller,
      { workspace }: { workspace: string },
      { wait: seconds }: { wait: number },
    ): Promise<KnowledgeDuplicates> {
      allow(caller, "look", { workspace });
      const scan = scanOf(workspace);
      const texts = scan.isRunning ? null : await readKnowledgeTexts(context.store(workspace));
      const timer = new AbortController();
      const late = wait(seconds * 1000, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([scan.start(texts ?? new Map()), late]).finally(() => timer.abort());
      const found = scan.result;
      return {
        state: scan.isRunning ? "running" : "done",
        progress: scan.progress,
        files: found?.files ?? 0,
        groups: (found?.groups ?? []).map((group) => ({ ...group, proposedId: proposeId(group.files[0]?.path ?? "") })),
        passages: found === null ? [] : found.passages.map((passage) => presentPassage(found, passage)),
        shares: await listShares(context.database.queries, workspace),
      };
    },

    /** What is different between two files of knowledge. */
    async diff(
      caller: Caller,
      { workspace }: { workspace: string },
      { from, to }: { from: string; to: string },
    ): Promise<FileDiff> {
      const texts = await textsOf(caller, workspace);
      const get = (path: string) => {
        const text = texts.get(path);
        if (text === undefined) throw noFile(path);
        return text;
      };
      return { from, to, ...unifiedDiff(get(from), get(to)) };
    },

    /** References to nothing, entries without use, and files in no index. */
    async problems(caller: Caller, { workspace }: { workspace: string }): Promise<KnowledgeProblems> {
      return { items: findProblems(await textsOf(caller, workspace)), nextCursor: null };
    },

    /** Resolves when nothing is being looked for any more. */
    async close(): Promise<void> {
      await Promise.all([...scans.values()].map((scan) => scan.close()));
    },
  };
}

function presentPassage({ texts }: Scanned, { words, places }: Scanned["passages"][number]): DuplicatePassage {
  const [first] = places;
  const lines = splitLines(texts.get(first?.path ?? "")?.text ?? "");
  const text = lines.slice((first?.startLine ?? 1) - 1, first?.endLine).join("\n");
  const cut = text.slice(0, EXCERPT);
  return { words, places, excerpt: cut.isWellFormed() ? cut : cut.slice(0, -1) };
}

function noFile(path: string): AppError {
  return new AppError("not_found", `${path} is not a file of knowledge.`, {
    hint: "Name files as {knowledge.duplicates} lists them.",
  });
}
