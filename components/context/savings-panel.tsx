"use client";
import { useState } from "react";
import { BarRows } from "@/components/insights/bar-rows";
import { Figure } from "@/components/insights/figure";
import { ViewSwitch } from "@/components/ui/view-switch";
import { api, type SessionScope } from "@/lib/client/paths";
import type { Savings } from "@/lib/contracts/context";
import { sayCount, sayNumber } from "@/lib/core/text/say-count";

const VIEWS = ["updates", "roles"] as const;

/** What deltas saved, by update or by role: each bar is what full texts would have cost, and shows what was spent of it. */
export function SavingsPanel({ scope, savings }: { scope: SessionScope; savings: Savings }) {
  const [by, setBy] = useState<(typeof VIEWS)[number]>("updates");
  const { total } = savings;
  const lines =
    by === "updates"
      ? savings.updates.map((line) => ({ ...line, name: line.version }))
      : savings.roles.map((line) => ({ ...line, name: line.role }));
  return (
    <Figure
      title="Tokens saved"
      answers={`What deltas save beside full texts; estimates, counted with ${savings.tokenMethod}.`}
      query={`GET ${api.session(scope)}/savings`}
      empty={total.deliveries === 0 ? "Appears once a context version has been sent." : undefined}
      legend={[
        { tone: "amount", words: "spent, ACKs included" },
        { tone: "good", words: "saved" },
        { tone: "late", words: "spent beyond full texts" },
      ]}
      table={{
        columns: [
          by === "updates" ? "Version" : "Role",
          "Deliveries",
          "In full",
          "Sent",
          "ACKs",
          "Saved",
          "Full texts",
        ],
        rows: [...lines, { ...total, name: "All" }].map((line) => [
          line.name,
          line.deliveries,
          line.fallbacks,
          line.sent,
          line.ack,
          line.net,
          line.full,
        ]),
      }}
    >
      <ViewSwitch
        label="By"
        views={VIEWS}
        value={by}
        onChange={setBy}
        name={(each) => `By ${each === "updates" ? "update" : "role"}`}
      />
      <BarRows
        label={`${sayNumber(total.sent + total.ack)} tokens spent and ${sayNumber(total.net)} saved, of ${sayNumber(total.full)} for full texts`}
        rows={lines.map(({ name, sent, ack, net, full }) => ({
          name,
          parts: [
            {
              tone: "amount",
              value: Math.min(full, sent + ack),
              words: `${sayNumber(sent)} sent, ${sayNumber(ack)} for ACKs`,
            },
            { tone: "good", value: net, words: `${sayNumber(net)} saved` },
            { tone: "late", value: -net, words: `${sayNumber(-net)} more than full texts` },
          ],
          note: net >= 0 ? `${sayNumber(net)} saved` : `${sayNumber(-net)} more`,
        }))}
      />
      <p className="text-fg-2 mt-2.5 text-xs">
        {sayCount(total.deliveries, "delivery", "deliveries")}, {total.fallbacks} in full: {sayNumber(total.sent)}{" "}
        tokens sent instead of {sayNumber(total.full)}, and {sayNumber(total.ack)} for ACKs.
      </p>
    </Figure>
  );
}
