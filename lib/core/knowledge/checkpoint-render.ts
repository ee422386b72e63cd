import { Document } from "yaml";
import type { CheckpointContent } from "@/lib/core/knowledge/checkpoint";
import { checkpointChecksum } from "@/lib/core/knowledge/checkpoint-checksum";

/**
 * The text of a new checkpoint, LF throughout. The checksum is its first line: a file cut off anywhere behind it no longer
 * has it, while one at the end would go with the rest and leave what looks whole. Guarantees that `parseCheckpoint` gives the same
 * content back, verified. Source: formats "Checkpoint".
 */
export function renderCheckpoint(content: CheckpointContent): { text: string; checksum: string } {
  const body = new Document({
    session_id: content.sessionId,
    ...(content.team !== null && { team: content.team }),
    created: content.created,
    state: { mode: content.mode, turn_count: content.turnCount, current_speaker: content.currentSpeaker },
    dialogue_summary: content.dialogueSummary.map(({ turn, speaker, summary }) => ({ turn, speaker, summary })),
    agreements: [...content.agreements],
    open_issues: [...content.openIssues],
    resume_hints: { next_action: content.nextAction },
    loaded: content.loaded.map(({ id, path, tokens, hash, summary, forced }) => ({
      id,
      ...(path !== null && { path }),
      ...(tokens !== null && { tokens }),
      ...(hash !== null && { hash }),
      ...(summary && { summary }),
      ...(forced && { forced }),
    })),
  }).toString({ lineWidth: 0 });
  const checksum = checkpointChecksum(body);
  return { text: `checksum: "${checksum}"\n${body}`, checksum };
}
