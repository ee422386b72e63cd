import { TextDialog } from "@/components/memory/text-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useDraft } from "@/components/ui/use-draft";
import { NumberDialog } from "@/components/ui/number-dialog";
import type { SessionScope } from "@/lib/client/paths";
import type { AckMatrix, Context, AckAction, GiveAck } from "@/lib/contracts/context";
import type { Run } from "@/lib/contracts/runs";
import { sayRun } from "@/lib/client/runs";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { useSessionSettings } from "./use-session-settings";
import { type Deliveries, DELIVERY } from "./use-deliveries";
import { useState } from "react";
import { AreaField, TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ViewSwitch } from "@/components/ui/view-switch";
import { explain } from "@/lib/client/request-error";
import { useChange } from "@/components/shell/use-change";
import { sessionKey } from "@/lib/client/sessions";
import { call } from "@/lib/client/call";

interface AckDialogProps {
  scope: SessionScope;
  role: string;
  version: string;
  /** Items the acknowledgement counts. */
  total: number;
  onClose: () => void;
}

const WAYS = ["fields", "text"] as const;

const ACTIONS: { value: AckAction; label: Sentence }[] = [
  { value: "CONTINUE", label: sentence("CONTINUE: it keeps working") },
  { value: "PAUSE", label: sentence("PAUSE: it waits for guidance") },
  { value: "NEED_CLARIFICATION", label: sentence("NEED_CLARIFICATION: some items are unclear") },
];

/** Records an acknowledgement on behalf of a role, as fields or as the message it wrote; it is marked as recorded by the Lead. */
function AckDialog({ scope, role, version, total: sent, onClose }: AckDialogProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]>("fields");
  const [applied, setApplied] = useState(sent);
  const [action, setAction] = useState<AckAction>("CONTINUE");
  const of = `ack ${scope.workspace}/${scope.session} ${role} ${version}`;
  const [unclear, setUnclear] = useDraft(`${of} unclear`);
  const [impact, setImpact] = useState("");
  const [text, setText] = useDraft(of);
  const { busy, run, refused } = useChange([sessionKey(scope)], { key: DELIVERY });
  const ready = way === "fields" || text.trim() !== "";

  function body(): GiveAck {
    if (way === "text") return { role, text };
    return {
      role,
      version,
      applied,
      total: sent,
      action,
      impact: impact.trim() || "NONE",
      unclear:
        action === "NEED_CLARIFICATION"
          ? unclear
              .split(/[\n,]/)
              .map((each) => each.trim())
              .filter(Boolean)
          : [],
    };
  }

  const give = () =>
    run({
      send: () => call("POST /sessions/{session}/context/acks", { params: scope, body: body() }),
      done: ({ ack, repeated }) => {
        for (const forget of [setUnclear, setText]) forget("");
        return {
          title: ack.confirmed
            ? say("{role} is on {version} now", { role: ack.role, version: ack.version })
            : say("Recorded the answer of {role} to {version}", { role: ack.role, version: ack.version }),
          ...(repeated && { detail: say("The same answer had been given before.") }),
        };
      },
    });

  return (
    <FormDialog
      title={say("Record the answer of {role}", { role })}
      description={say("To {version}, on its behalf, marked as recorded by you.", { version })}
      onClose={onClose}
      submit={say("Record")}
      keys="mod+enter"
      busy={busy}
      ready={ready}
      fault={refused && explain(refused)}
      onSubmit={give}
    >
      <ViewSwitch
        label={say("How it is given")}
        views={WAYS}
        value={way}
        onChange={setWay}
        name={(each) => (each === "fields" ? say("Fields") : say("Message"))}
      />
      {way === "fields" ? (
        <div className="flex flex-col gap-3">
          <Select
            label={say("Action taken")}
            value={action}
            onChange={setAction}
            options={ACTIONS.map(({ value, label }) => ({ value, label: say(label) }))}
          />
          <TextField
            label={say("Items applied, of {sent}", { sent })}
            className="w-36"
            type="number"
            min={0}
            max={sent}
            value={applied}
            onChange={(event) => setApplied(Math.max(0, event.target.valueAsNumber || 0))}
          />
          {action === "NEED_CLARIFICATION" && (
            <AreaField
              label={say("Unclear items")}
              hint={say("References such as §Decisions Log.D-31, one a line")}
              rows={2}
              value={unclear}
              onValue={setUnclear}
            />
          )}
          <TextField
            label={say("Impact on its work")}
            hint={say("Empty is NONE")}
            value={impact}
            maxLength={2000}
            dir="auto"
            onValue={setImpact}
          />
        </div>
      ) : (
        <AreaField
          label={say("The message, as the role wrote it")}
          hint={say("[ACK-UPDATE] GC-v5 received. Items: 3/3. …")}
          rows={6}
          value={text}
          maxLength={20_000}
          onValue={setText}
          inputClass="font-mono text-xs"
        />
      )}
    </FormDialog>
  );
}

/** A week, in minutes: the longest deadline a session can have. */
const LONGEST = 10_080;

export type ContextQuestion =
  | { kind: "ack"; role: string; total: number }
  | { kind: "guide"; role: string; delivery: string }
  | { kind: "end" | "keep" | "move"; run: Run }
  | { kind: "deadline" }
  | { kind: "discard" };

interface ContextDialogProps {
  scope: SessionScope;
  question: ContextQuestion;
  context: Context;
  matrix: AckMatrix;
  deliveries: Deliveries;
  onDiscard: () => void;
  onClose: () => void;
}

/** Whatever question is open. All of them are loaded with the first. */
export function ContextDialog({
  scope,
  question,
  context,
  matrix,
  deliveries,
  onDiscard,
  onClose,
}: ContextDialogProps) {
  const settings = useSessionSettings(scope);
  switch (question.kind) {
    case "ack":
      return (
        <AckDialog
          scope={scope}
          role={question.role}
          version={matrix.version}
          total={question.total}
          onClose={onClose}
        />
      );
    case "guide":
      return (
        <TextDialog
          draft={`guide ${question.delivery}`}
          title={say("Guide {role}", { role: question.role })}
          description={say("Delivered with the next update; no reply needed.")}
          label={say("Guidance")}
          submit={say("Send")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(text) => deliveries.guide(question.delivery, question.role, text)}
        />
      );
    case "end":
      return (
        <TextDialog
          draft={`end ${question.run.id}`}
          title={say("End {run} as {role}", { run: sayRun(question.run.id), role: question.run.role })}
          description={say("Its seat stops waiting. If it calls again, it continues.")}
          label={say("Reason")}
          submit={say("End the run")}
          maxLength={500}
          singleLine
          danger
          onClose={onClose}
          onSubmit={(reason) => deliveries.end(question.run, reason)}
        />
      );
    case "keep":
      return (
        <TextDialog
          draft={`keep ${question.run.id}`}
          title={say("Keep {run} alone as {role}", { run: sayRun(question.run.id), role: question.run.role })}
          description={say("Ends every other run of this seat. Each is told why.")}
          label={say("Reason")}
          submit={say("End the others")}
          maxLength={500}
          singleLine
          danger
          onClose={onClose}
          onSubmit={(reason) => deliveries.keep(question.run, reason)}
        />
      );
    case "move":
      return (
        <TextDialog
          draft={`move ${question.run.id}`}
          title={say("Move {run} to a seat", { run: sayRun(question.run.id) })}
          description={say("A new name adds a seat with the same rights; {role} joins that seat.", {
            role: question.run.role,
          })}
          label={say("Seat")}
          initial={question.run.name ?? ""}
          submit={say("Move")}
          maxLength={64}
          singleLine
          onClose={onClose}
          onSubmit={(to) => deliveries.move(question.run, to)}
        />
      );
    case "deadline":
      return (
        <NumberDialog
          title={say("ACK deadline")}
          description={say("Unanswered for longer, an update is overdue. A ping resets the deadline.")}
          label={say("Minutes")}
          submit={say("Save")}
          busy={settings.busy}
          initial={matrix.deadlineMinutes}
          min={1}
          max={LONGEST}
          refusal={say("Give whole minutes, from 1 to 10,080 (a week).")}
          onClose={onClose}
          fault={settings.fault}
          onSubmit={(minutes) =>
            settings.change(
              { ackDeadlineMinutes: minutes },
              say("An answer is overdue after {minutes, plural, one {# minute} other {# minutes}}", { minutes }),
            )
          }
        />
      );
    case "discard":
      return (
        <FormDialog
          title={say("Back to {version}", { version: context.version })}
          description={say("Restores {version} in global-context.md. Edits on disk stay in its history.", {
            version: context.version,
          })}
          onClose={onClose}
          submit={say("Discard changes")}
          danger
          onSubmit={() => {
            onDiscard();
            onClose();
          }}
        >
          <p className="text-fg-2">{say("These changes have not been sent to anyone.")}</p>
        </FormDialog>
      );
  }
}
