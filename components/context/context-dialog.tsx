import { TextDialog } from "@/components/memory/text-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberDialog } from "@/components/ui/number-dialog";
import type { SessionScope } from "@/lib/client/paths";
import type { AckMatrix, Context } from "@/lib/contracts/context";
import { say } from "@/lib/core/words/say";
import { AckDialog } from "./ack-dialog";
import { useDeadline } from "./use-deadline";
import type { Deliveries } from "./use-deliveries";

/** A week, in minutes: the longest deadline a session can have. */
const LONGEST = 10_080;

/** The question that is open, with what it is about. */
export type ContextQuestion =
  | { kind: "ack"; role: string; total: number }
  | { kind: "guide"; role: string; delivery: string }
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
  const deadline = useDeadline(scope);
  switch (question.kind) {
    case "ack":
      return (
        <AckDialog
          role={question.role}
          version={matrix.version}
          total={question.total}
          onClose={onClose}
          onGive={deliveries.ack}
        />
      );
    case "guide":
      return (
        <TextDialog
          title={say("Guide {role}", { role: question.role })}
          description={say("Delivered with the next update; no reply needed.")}
          label={say("Guidance")}
          submit={say("Send")}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={(text) => void deliveries.guide(question.delivery, question.role, text)}
        />
      );
    case "deadline":
      return (
        <NumberDialog
          title={say("ACK deadline")}
          description={say("An update unanswered for longer than this is overdue. A ping resets the deadline.")}
          label={say("Minutes")}
          submit={say("Save")}
          busy={deadline.busy}
          initial={matrix.deadlineMinutes}
          min={1}
          max={LONGEST}
          refusal={say("Give whole minutes, from 1 to 10,080 (a week).")}
          onClose={onClose}
          onSubmit={(minutes, onFault) => void deadline.change(minutes, onFault).then((done) => done && onClose())}
        />
      );
    case "discard":
      return (
        <FormDialog
          title={say("Back to {version}", { version: context.version })}
          description={say(
            "global-context.md gets the text of {version} back. What was changed on disk is taken away; it stays in the file’s history.",
            { version: context.version },
          )}
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
