import { greatest } from "@/lib/core/lists";
import { resolveWords, TextDialog } from "@/components/memory/text-dialog";
import { Badge } from "@/components/ui/badge";
import { NumberDialog } from "@/components/ui/number-dialog";
import type { Gate, GateBlocker, GateList, GateResult } from "@/lib/contracts/gates";
import { FormDialog } from "@/components/ui/form-dialog";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { type Conclusion, requestOf, resultOf, standing } from "./gate-conclusion";
import { SharedWaivers } from "./open-gate";
import type { GateActs } from "./use-gate-acts";
import { sayVerdict, toneOfVerdict } from "./verdict";

const LAST_PHASE = 999;

export type GateQuestion =
  | { kind: "open" }
  | { kind: "conclude" }
  | { kind: "waive" | "resolve"; blockers: readonly GateBlocker[] };

interface GateDialogProps {
  question: GateQuestion;
  list: GateList;
  gate: Gate | undefined;
  conclusion: Conclusion;
  onSettle: (kind: "waive" | "resolve", blockers: readonly GateBlocker[], text: string) => Promise<boolean>;
  acts: GateActs;
  onClose: () => void;
}

export function GateDialog({ question, list, gate, conclusion, onSettle, acts, onClose }: GateDialogProps) {
  switch (question.kind) {
    case "open":
      return (
        <NumberDialog
          title={say("Open a gate")}
          description={say("Publishing is paused until you conclude or abandon this gate.")}
          label={say("Phase")}
          submit={say("Open the gate")}
          busy={acts.busy}
          initial={nextPhase(list)}
          min={0}
          max={LAST_PHASE}
          refusal={say("Give the number of the phase, such as 3.")}
          onClose={onClose}
          onSubmit={acts.open}
        />
      );
    case "waive":
    case "resolve": {
      const { kind, blockers } = question;
      const waives = kind === "waive";
      return (
        <TextDialog
          draft={`${kind} ${gate?.id} ${blockers.map(({ id }) => id).join(" ")}`}
          {...(waives
            ? {
                title: say("Waive {count, plural, one {blocker} other {# blockers}}", { count: blockers.length }),
                description: say(
                  "The reason is written to the record{many, select, true { for each of them} other {}}.",
                  {
                    many: String(blockers.length > 1),
                  },
                ),
                submit: say("Waive"),
              }
            : resolveWords(blockers.length))}
          about={blockers.map(({ message }) => message)}
          label={waives ? say("Reason") : say("What was decided")}
          onClose={onClose}
          onSubmit={(text) => onSettle(kind, blockers, text)}
        />
      );
    }
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
          onConclude={() => acts.conclude(gate, requestOf(gate, conclusion, result))}
        />
      );
    }
  }
}

/** The phase whose gate comes next: the one after the highest that passed or was recorded; 1 at the beginning. */
export function nextPhase({ items, records }: Pick<GateList, "items" | "records">): number {
  const done = [
    ...items.filter((gate) => gate.state === "concluded" && gate.result !== "REJECTED").map((gate) => gate.phase),
    // "phase-3"
    ...records
      .filter(({ result }) => toneOfVerdict(result) !== "bad")
      .map((record) => Number(/\d+/.exec(record.phase)?.[0] ?? 0)),
  ];
  return Math.min(LAST_PHASE, greatest(done, 0) + 1);
}

interface ConcludeDialogProps {
  gate: Gate;
  conclusion: Conclusion;
  result: GateResult;
  busy: boolean;
  onConclude: () => Promise<boolean>;
  onClose: () => void;
}

function ConcludeDialog({ gate, conclusion, result, busy, onConclude, onClose }: ConcludeDialogProps) {
  const { criteria = [], archive = [] } = requestOf(gate, conclusion, result);
  const open = standing(gate).length;
  const waived = gate.blockers.length - open;
  return (
    <FormDialog
      title={say("Conclude the gate of phase {phase}", { phase: gate.phase })}
      onClose={onClose}
      submit={say("Conclude")}
      keys="enter"
      isQuestion
      busy={busy}
      onSubmit={onConclude}
    >
      <p>
        <Badge tone={toneOfVerdict(result)}>{sayVerdict(result)}</Badge>
        {open > 0 && (
          <span className="text-fg-2 ms-2">
            {say("with {open, plural, one {# blocker} other {# blockers}} standing", { open })}
          </span>
        )}{" "}
        <SharedWaivers gate={gate} />
      </p>
      <ul className="text-fg-2 list-disc ps-5">
        <li>
          {sayParts(
            "writes <code>phase-{phase}/gate-record.yaml</code> at {gcVersion}, with {criteria, plural, one {# criterion} other {# criteria}} and {waived, plural, one {# waiver} other {# waivers}}",
            {
              code: (inside) => <code className="font-mono text-xs">{inside}</code>,
              phase: gate.phase,
              gcVersion: gate.gcVersion,
              criteria: criteria.length,
              waived,
            },
          )}
        </li>
        <li>{say("writes the Lead’s [Gate] item")}</li>
        <li>
          {archive.length === 0
            ? say("archives nothing")
            : say("archives {archive, plural, one {# item} other {# items}}", { archive: archive.length })}
        </li>
        <li>{say("unfreezes publishing")}</li>
      </ul>
    </FormDialog>
  );
}
