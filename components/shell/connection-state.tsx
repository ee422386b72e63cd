import { Mark } from "@/components/ui/mark";
import type { StreamState } from "@/lib/client/stream";

const STATES = {
  live: { tone: "ok", shape: "dot", words: "live", title: "Every change shows here within a moment" },
  connecting: { tone: "neutral", shape: "ring", words: "connecting", title: "The stream of changes is being opened" },
  lost: { tone: "warn", shape: "ring", words: "reconnecting", title: "The stream of changes was lost; trying again" },
} as const;

/** Whether what is on screen follows what happens. */
export function ConnectionState({ state }: { state: StreamState }) {
  const { tone, shape, words, title } = STATES[state];
  return (
    <span role="status" title={title} className="text-fg-3 flex items-center gap-1.5 text-xs">
      <Mark tone={tone} shape={shape} />
      {words}
    </span>
  );
}
