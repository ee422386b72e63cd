import { useState } from "react";
import { AreaField, TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import { Tabs } from "@/components/ui/tabs";
import { explain } from "@/lib/client/request-error";
import type { AckAction, GiveAck } from "@/lib/contracts/context";
import { say, sentence, type Sentence } from "@/lib/core/words/say";

interface AckDialogProps {
  role: string;
  version: string;
  /** Items the acknowledgement counts. */
  total: number;
  onClose: () => void;
  /** Tells whether it was recorded. */
  onGive: (ack: GiveAck, failed: (error: Error) => void) => Promise<boolean>;
}

const ACTIONS: { value: AckAction; label: Sentence }[] = [
  { value: "CONTINUE", label: sentence("CONTINUE: it keeps working") },
  { value: "PAUSE", label: sentence("PAUSE: it waits for guidance") },
  { value: "NEED_CLARIFICATION", label: sentence("NEED_CLARIFICATION: some items are unclear") },
];

/** Records an acknowledgement on behalf of a role, as fields or as the message it wrote; it is marked as recorded by the Lead. */
export function AckDialog({ role, version, total: sent, onClose, onGive }: AckDialogProps) {
  const [way, setWay] = useState<"fields" | "text">("fields");
  const [applied, setApplied] = useState(sent);
  const [action, setAction] = useState<AckAction>("CONTINUE");
  const [unclear, setUnclear] = useState("");
  const [impact, setImpact] = useState("");
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
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

  async function send() {
    setBusy(true);
    setFault(undefined);
    if (await onGive(body(), (error) => setFault(explain(error)))) onClose();
    else setBusy(false);
  }

  return (
    <FormDialog
      title={say("Record the answer of {role}", { role })}
      description={say("To {version}, on its behalf: it is marked as recorded by you.", { version })}
      onClose={onClose}
      submit={say("Record")}
      keys="mod+enter"
      busy={busy}
      ready={ready}
      fault={fault}
      onSubmit={() => void send()}
    >
      <Tabs
        label={say("How it is given")}
        value={way}
        onChange={setWay}
        tabs={[
          {
            value: "fields",
            label: say("Fields"),
            panel: (
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
            ),
          },
          {
            value: "text",
            label: say("Message"),
            panel: (
              <AreaField
                label={say("The message, as the role wrote it")}
                hint={say("[ACK-UPDATE] GC-v5 received. Items: 3/3. …")}
                rows={6}
                value={text}
                maxLength={20_000}
                onValue={setText}
                inputClass="font-mono text-xs"
              />
            ),
          },
        ]}
      />
    </FormDialog>
  );
}
