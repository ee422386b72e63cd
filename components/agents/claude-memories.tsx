import { PlainText } from "@/components/ui/plain-text";
import { sayCount } from "@/components/ui/say-count";
import { SectionHead } from "@/components/ui/section-head";
import type { ClaudeMemoryList } from "@/lib/contracts/agents";

/** What Claude Code keeps for this agent by itself: shown beside its memory, never changed. */
export function ClaudeMemories({ list }: { list: ClaudeMemoryList }) {
  if (list.items.length === 0) return null;
  return (
    <section aria-label="Claude Code’s own memory" className="border-line border-t pb-4">
      <SectionHead title="Claude Code’s own memory" note="read-only here" />
      {list.items.map((memory) => (
        <details key={memory.path} className="px-4 py-1">
          <summary className="text-fg-2 select-none">
            <code className="font-mono text-xs">{memory.path}</code>{" "}
            <span className="text-fg-3 text-xs">{sayCount(memory.lines, "line")}</span>
          </summary>
          <div className="mt-1.5">
            <PlainText text={memory.text} label={memory.path} />
          </div>
        </details>
      ))}
    </section>
  );
}
