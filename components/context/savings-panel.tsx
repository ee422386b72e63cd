import { useState } from "react";
import { BarRows } from "@/components/insights/bar-rows";
import { Figure } from "@/components/insights/figure";
import { ViewSwitch } from "@/components/ui/view-switch";
import { api, type SessionScope } from "@/lib/client/paths";
import type { Savings } from "@/lib/contracts/context";
import { say } from "@/lib/core/i18n/say";

const VIEWS = ["updates", "roles"] as const;

export function SavingsPanel({ scope, savings }: { scope: SessionScope; savings: Savings }) {
  const [by, setBy] = useState<(typeof VIEWS)[number]>("updates");
  const { total } = savings;
  const lines =
    by === "updates"
      ? savings.updates.map((line) => ({ ...line, name: line.version }))
      : savings.roles.map((line) => ({ ...line, name: line.role }));
  return (
    <Figure
      title={say("Tokens saved")}
      answers={say("Tokens sent and saved (estimate)")}
      query={`GET ${api.session(scope)}/savings`}
      empty={total.deliveries === 0 ? say("Appears once a context version has been sent.") : undefined}
      legend={[
        { tone: "amount", words: say("spent, ACKs included") },
        { tone: "good", words: say("saved") },
        { tone: "late", words: say("spent beyond full texts") },
      ]}
      table={{
        columns: [
          by === "updates" ? say("Version") : say("Role"),
          say("Deliveries"),
          say("In full"),
          say("Sent"),
          say("ACKs"),
          say("Saved"),
          say("Full texts"),
        ],
        rows: [...lines, { ...total, name: say("All") }].map((line) => [
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
        label={say("By")}
        views={VIEWS}
        value={by}
        onChange={setBy}
        name={(each) => say("By {each, select, updates {update} other {role}}", { each })}
      />
      <BarRows
        label={say("{sent, number} tokens spent and {net, number} saved, of {full, number} for full texts", {
          sent: total.sent + total.ack,
          net: total.net,
          full: total.full,
        })}
        rows={lines.map(({ name, sent, ack, net, full }) => ({
          name,
          parts: [
            {
              tone: "amount",
              value: Math.min(full, sent + ack),
              words: say("{sent, number} sent, {ack, number} for ACKs", { sent, ack }),
            },
            { tone: "good", value: net, words: say("{net, number} saved", { net }) },
            { tone: "late", value: -net, words: say("{value, number} more than full texts", { value: -net }) },
          ],
          note: net >= 0 ? say("{net, number} saved", { net }) : say("{value, number} more", { value: -net }),
        }))}
      />
      <p className="text-fg-2 mt-2.5 text-xs">
        {say(
          "{deliveries, plural, one {# delivery} other {# deliveries}}, {fallbacks} in full: {sent, number} of {full, number} tokens, {ack, number} for ACKs.",
          {
            deliveries: total.deliveries,
            fallbacks: total.fallbacks,
            sent: total.sent,
            full: total.full,
            ack: total.ack,
          },
        )}
      </p>
    </Figure>
  );
}
