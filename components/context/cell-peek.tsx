import { useQuery } from "@tanstack/react-query";
import { AgentFact } from "@/components/shell/agent-fact";
import { Term } from "@/components/terms/term";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { CopyText } from "@/components/ui/copy-text";
import { Fact, Facts } from "@/components/ui/facts";
import { Kbd } from "@/components/ui/kbd";
import { Peek } from "@/components/ui/peek";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SessionScope } from "@/lib/client/paths";
import { readQuery } from "@/lib/client/read-query";
import type { AckMatrix as Matrix, MatrixCell } from "@/lib/contracts/context";
import { say } from "@/lib/core/i18n/say";
import { ACT_KEYS, ACT_LABELS, actsOf, type CellAct } from "./cell-acts";
import { explainReason, sayApplied, sayCell } from "./cell-words";
import { DELIVERY_WORDS } from "./delivery-words";

interface CellPeekProps {
  scope: SessionScope;
  row: Matrix["roles"][number];
  cell: MatrixCell;
  current: boolean;
  deadline: number;
  onAct: (role: string, act: CellAct) => void;
  onClose: () => void;
}

export function CellPeek({ scope, row, cell, current, deadline, onAct, onClose }: CellPeekProps) {
  const { tone, words, since } = sayCell(cell, deadline);
  const { ack } = cell;
  return (
    <Peek
      label={`${row.role}, ${cell.version}`}
      onClose={onClose}
      heading={
        <>
          <h2 className="truncate font-semibold">{row.role}</h2>
          <span className="text-fg-3 text-xs">{cell.version}</span>
        </>
      }
    >
      <p>
        <Badge tone={tone} className="h-auto! min-h-5 py-0.5 whitespace-normal!">
          <span className="written">
            {words} {since !== null && <RelativeTime at={since} />}
          </span>
        </Badge>
      </p>
      {current && (
        <Changes>
          <div className="flex flex-wrap gap-1.5">
            {actsOf(cell).map((act) => (
              <Button key={act} size="small" onClick={() => onAct(row.role, act)}>
                {say(ACT_LABELS[act])} <Kbd keys={ACT_KEYS[act]} className="max-sm:hidden" />
              </Button>
            ))}
          </div>
        </Changes>
      )}
      <Facts>
        <AgentFact workspace={scope.workspace} role={row.role} />
        <Fact name={say("Confirmed")}>
          {row.confirmed ?? say("no version yet")}
          {row.behind > 0 && <span className="text-fg-3">{say(", {behind} behind", { behind: row.behind })}</span>}
        </Fact>
        {row.lostAt !== null && (
          <Fact name={say("Context lost")}>
            <RelativeTime at={row.lostAt} ago />
          </Fact>
        )}
        {cell.mode !== null && (
          <Fact name={say("Sent as")}>
            {say(DELIVERY_WORDS[cell.mode])},{" "}
            {say("{tokens, plural, one {# token} other {# tokens}}", { tokens: cell.tokens })}
            {cell.reason !== null && (
              <span className="text-fg-2 block">
                <Term id="fallback">{cell.reason}</Term>: {explainReason(cell.reason)}
              </span>
            )}
          </Fact>
        )}
        <When name={say("Sent")} at={cell.sentAt} />
        <When name={say("Fetched")} at={cell.fetchedAt} />
        <When name={say("Pinged")} at={cell.pingedAt} />
      </Facts>
      {ack && (
        <section aria-label={say("Answer")} className="flex flex-col gap-1.5">
          <h3 className="text-fg-3 text-xs font-semibold">{say("Answer")}</h3>
          <Facts>
            <Fact name={say("Applied")}>{sayApplied(ack)}</Fact>
            <Fact name={say("Action")}>{ack.action}</Fact>
            <Fact name={say("Impact")}>{ack.impact}</Fact>
            {ack.unclear.length > 0 && (
              <Fact name={say("Unclear")}>
                <ul className="written">
                  {ack.unclear.map((each) => (
                    <li key={each}>{each}</li>
                  ))}
                </ul>
              </Fact>
            )}
            <When name={say("Given")} at={ack.at} />
            {ack.actor !== row.role && (
              <Fact name={say("Recorded by")}>{say("{actor}, on its behalf", { actor: ack.actor })}</Fact>
            )}
          </Facts>
        </section>
      )}
      {current && (cell.state === "pending" || cell.state === "overdue") && (
        <WaitingMessages scope={scope} role={row.role} />
      )}
    </Peek>
  );
}

function WaitingMessages({ scope, role }: { scope: SessionScope; role: string }) {
  const { data } = useQuery(readQuery("GET /sessions/{session}/context/updates", { params: scope, query: { role } }));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-label={say("Pending messages")} className="flex flex-col gap-1.5">
      <h3 className="text-fg-3 text-xs font-semibold">{say("Pending messages")}</h3>
      {data.items.map((update) => (
        <CopyText key={update.id} text={update.text} label={say("Copy the {kind}", { kind: update.kind })} />
      ))}
    </section>
  );
}

function When({ name, at }: { name: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <RelativeTime at={at} ago />
    </Fact>
  );
}
