import type { Relay } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";

/** What says nearly the same as a relay already, so that a duplicate or a conflict is seen before the relay is written. */
export function RelayTwins({ relay, onOpen }: { relay: Relay; onOpen: (item: string) => void }) {
  return relay.resembles?.map((twin) => <Twin key={twin.id} twin={twin} onOpen={onOpen} />);
}

function Twin({ twin, onOpen }: { twin: NonNullable<Relay["resembles"]>[number]; onOpen: (item: string) => void }) {
  const { id, role, tag, text, waits } = twin;
  const isConflict = tag === "Conflict";
  return (
    <span className="text-fg-2 mt-1 flex min-w-0 flex-wrap items-baseline gap-x-2 text-xs">
      <span className="text-warn shrink-0">{isConflict ? say("Possible conflict:") : say("Possible duplicate:")}</span>
      <span className="text-fg-3 shrink-0">
        {role}
        {waits && say(", waiting too")}
      </span>
      {waits ? (
        <span className="min-w-0 break-words" dir="auto">
          {text}
        </span>
      ) : (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="hover:text-accent min-h-6 min-w-0 text-start break-words underline decoration-dotted"
          dir="auto"
        >
          {text}
        </button>
      )}
    </span>
  );
}
