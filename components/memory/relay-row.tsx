import { Changes } from "@/components/ui/changes";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Relay } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";
import { PairNote } from "./pair-lines";
import { Preview } from "./preview";
import { RelayTwins } from "./relay-twins";
import { TagLabel } from "./tag-label";

/** What is decided of a relay; all but the first is asked about in a dialog. */
export type RelayAct = "approve" | "edit" | "settle" | "reject";

export interface RelayHandlers {
  onRelay: (act: RelayAct, relay: Relay) => void;
  onOpenTwin: (item: string) => void;
}

export function RelayRow({ relay, current, onRelay, onOpenTwin }: RelayHandlers & { relay: Relay; current: boolean }) {
  return (
    <>
      <span role="gridcell" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 max-sm:basis-full">
        <TagLabel tag={relay.tag} />
        <Badge tone="warn">{say("waits for you")}</Badge>
        <span className="min-w-[min(260px,100%)] flex-1">
          <Preview text={relay.text} />
          {relay.judged && <PairNote pair={relay.judged} item={relay.id} />}
          <RelayTwins relay={relay} onOpen={onOpenTwin} />
        </span>
        <span className="text-fg-3 text-xs">
          <RelativeTime at={relay.createdAt} ago />
        </span>
      </span>
      <span role="gridcell" className="flex shrink-0 gap-1.5">
        <Changes deed="approve relays">
          <Button look="ghost" onClick={() => onRelay("reject", relay)}>
            {say("Reject…")}
          </Button>
          <Button look="ghost" onClick={() => onRelay("settle", relay)}>
            {say("Settle…")}
          </Button>
          <Button onClick={() => onRelay("edit", relay)}>{say("Edit…")}</Button>
          <Button look="primary" onClick={() => onRelay("approve", relay)}>
            {say("Approve")} {current && <Kbd keys="a" className="max-sm:hidden" />}
          </Button>
        </Changes>
      </span>
    </>
  );
}
