"use client";
import { useQuery } from "@tanstack/react-query";
import { Changes } from "@/components/ui/changes";
import { ActionButton } from "@/components/ui/action-button";
import { runAction } from "@/components/ui/action-registry";
import { MoreMenu } from "@/components/ui/more-menu";
import { gatesQuery } from "@/lib/client/gates";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";

/** What is done next with the gates, in the header: open one, or conclude the open one. */
export function GatesHeaderActions(scope: SessionScope) {
  const { data } = useQuery(gatesQuery(scope));
  const open = data?.items.some((gate) => gate.state === "open") ?? false;
  if (!open)
    return (
      <Changes>
        <ActionButton action="gate.open" label={say("Open a gate…")} keys="c" look="primary" />
      </Changes>
    );
  return (
    <Changes>
      <span className="max-sm:hidden">
        <ActionButton action="gate.abandon" label={say("Abandon")} />
      </span>
      <span className="sm:hidden">
        <MoreMenu
          label={say("More")}
          items={[{ label: say("Abandon"), danger: true, onSelect: () => runAction("gate.abandon") }]}
        />
      </span>
      <ActionButton action="gate.conclude" label={say("Conclude…")} keys="a" look="primary" />
    </Changes>
  );
}
