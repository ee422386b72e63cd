"use client";
import { TextDialog } from "@/components/memory/text-dialog";
import type { Gate, GateBlocker, GateList } from "@/lib/contracts/gates";
import { ConcludeDialog } from "./conclude-dialog";
import { requestOf, resultOf, type Conclusion } from "./gate-conclusion";
import { nextPhase } from "./next-phase";
import { OpenGateDialog } from "./open-gate-dialog";
import type { GateActs } from "./use-gate-acts";

/** The question that is open, with what it is about. */
export type GateQuestion = { kind: "open" } | { kind: "conclude" } | { kind: "waive"; blocker: GateBlocker };

interface GateDialogProps {
  question: GateQuestion;
  list: GateList;
  gate: Gate | undefined;
  conclusion: Conclusion;
  onChange: (change: Partial<Conclusion>) => void;
  acts: GateActs;
  onClose: () => void;
}

/** Whatever question about a gate is open. */
export function GateDialog({ question, list, gate, conclusion, onChange, acts, onClose }: GateDialogProps) {
  switch (question.kind) {
    case "open":
      return (
        <OpenGateDialog
          phase={nextPhase(list)}
          busy={acts.busy}
          onClose={onClose}
          onOpen={(phase) => {
            void acts.open(phase).then((done) => done && onClose());
          }}
        />
      );
    case "waive":
      return (
        <TextDialog
          title="Waive it"
          description="It no longer stands in the way; the reason is written to the record."
          about={question.blocker.message}
          label="Reason"
          submit="Waive"
          onClose={onClose}
          onSubmit={(reason) => onChange({ waivers: new Map([...conclusion.waivers, [question.blocker.id, reason]]) })}
        />
      );
    case "conclude": {
      const result = gate && resultOf(gate, conclusion);
      // Concluded or blocked meanwhile by somebody else: then there is nothing to ask.
      if (gate === undefined || result === undefined) return null;
      return (
        <ConcludeDialog
          gate={gate}
          conclusion={conclusion}
          result={result}
          busy={acts.busy}
          onClose={onClose}
          onConclude={() => {
            void acts.conclude(gate, requestOf(gate, conclusion, result)).then((done) => done && onClose());
          }}
        />
      );
    }
  }
}
