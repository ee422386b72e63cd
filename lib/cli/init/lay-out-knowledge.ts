import { api } from "@/lib/client/paths";
import type { FileChange } from "@/lib/contracts/file-change";
import { KnowledgeLaidOut } from "@/lib/contracts/knowledge-layout";
import type { Cli } from "@/lib/cli/cli";
import { plainLine, plainText } from "@/lib/cli/plain-text";
import { sayCount } from "@/lib/core/text/say-count";

const SIGNS = { added: "+", removed: "-", same: " " } as const;

/**
 * Makes the folders and files that teams load knowledge from, and lists in an index what lies there without one. Every
 * file is shown before it is written, and written only if it still is what was shown; nothing is moved or replaced.
 */
export async function layOutKnowledge(cli: Cli, teams: string[], dryRun: boolean): Promise<void> {
  const path = (workspace: string) => `${api.knowledge(workspace)}/layout`;
  const ask = (dry: boolean, etag?: string) =>
    cli.ask(KnowledgeLaidOut, path, {
      method: "POST",
      body: { teams, dryRun: dry },
      ...(etag !== undefined && { ifMatch: etag }),
    });
  const preview = await ask(true);
  if (preview.changes.length === 0) {
    cli.show(preview, () => "Nothing to do: knowledge is laid out.\n");
    return;
  }
  const shown = preview.changes.map((change) => renderChange(cli, change)).join("\n");
  if (dryRun) {
    cli.show(preview, () => shown);
    return;
  }
  if (cli.flags.json !== true) cli.surroundings.stderr.write(shown);
  const files = sayCount(preview.changes.length, "file");
  await cli.confirm(`${files} will be written.`);
  const done = await ask(false, preview.etag);
  cli.show(done, () => `${cli.paint.good("Done.")} ${files} written. Next: wardroom knowledge resolve\n`);
}

function renderChange(cli: Cli, { path, kind, hunks }: FileChange): string {
  const { paint } = cli;
  const lines = hunks.flatMap((hunk) =>
    hunk.lines.map(({ kind: sign, segments }) => {
      const line = `${SIGNS[sign]} ${plainText(segments.map((segment) => segment.text).join(""))}`;
      return sign === "added" ? paint.good(line) : sign === "removed" ? paint.bad(line) : line;
    }),
  );
  return `${paint.name(plainLine(path))} ${paint.faint(kind)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
