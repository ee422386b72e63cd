"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { Chip } from "@/components/ui/chip";
import { toast } from "@/components/ui/toast-queue";
import { useAwake } from "@/components/ui/use-awake";
import { markSeen, readInbox } from "@/lib/client/inbox";
import { momentQuery } from "@/lib/client/moments";
import type { SessionScope } from "@/lib/client/paths";
import type { SessionMoment } from "@/lib/contracts/moments";
import { say } from "@/lib/core/words/say";
import { sayMoment } from "./say-moment";

interface SinceBarProps {
  scope: SessionScope;
  moment: SessionMoment | undefined;
  since: string | null;
  onSince: (since: string | null) => void;
}

const HOUR = 3_600_000;

/** With what a moment is compared: when the reader last looked, or another time; and the mark that the server keeps. */
export function SinceBar({ scope, moment, since, onSince }: SinceBarProps) {
  const client = useQueryClient();
  const awake = useAwake();
  const seen = useMutation({
    mutationFn: async () => {
      const { mark } = await readInbox(scope);
      if (mark !== null) await markSeen(scope, mark);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: momentQuery(scope, undefined, undefined).queryKey.slice(0, 5) });
      toast({ title: say("Marked as seen") });
    },
    onError: (error) => toast({ title: say("Not marked as seen"), detail: error.message, tone: "bad" }),
  });
  const presets = [
    { label: say("An hour ago"), at: () => Date.now() - HOUR },
    { label: say("Yesterday"), at: () => new Date().setHours(-24, 0, 0, 0) },
    { label: say("A week ago"), at: () => Date.now() - 168 * HOUR },
  ];
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div role="group" aria-label={say("Changed since")} className="flex flex-wrap items-center gap-1.5">
        <Chip on={since === null} onClick={() => onSince(null)}>
          {say("I last looked")}
        </Chip>
        {presets.map(({ label, at }) => (
          <Chip key={label} on={false} onClick={() => onSince(new Date(at()).toISOString())}>
            {label}
          </Chip>
        ))}
        {since !== null && (
          <Chip on onClick={() => onSince(null)} title={say("Compare with when you last looked instead")}>
            {sayMoment(since, awake)}
          </Chip>
        )}
      </div>
      <Changes deed="mark its inbox as read">
        {since === null && typeof moment?.looked === "string" && (
          <Button size="small" look="ghost" busy={seen.isPending} onClick={() => seen.mutate()}>
            {say("Mark as seen")}
          </Button>
        )}
      </Changes>
    </div>
  );
}
