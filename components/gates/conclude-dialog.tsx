"use client";
import { useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { sayCount } from "@/components/ui/say-count";
import type { Gate, GateResult } from "@/lib/contracts/gates";
import { requestOf, standing, type Conclusion } from "./gate-conclusion";
import { sayVerdict, toneOfVerdict } from "./verdict";

interface ConcludeDialogProps {
  gate: Gate;
  conclusion: Conclusion;
  result: GateResult;
  busy: boolean;
  onConclude: () => void;
  onClose: () => void;
}

/** Says once more what concluding the gate will do, and does it with Enter. */
export function ConcludeDialog({ gate, conclusion, result, busy, onConclude, onClose }: ConcludeDialogProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { criteria = [], waivers = [], archive = [] } = requestOf(gate, conclusion, result);
  const open = standing(gate, conclusion).length;
  return (
    <Dialog
      title={`Conclude the gate of phase ${gate.phase}`}
      onClose={onClose}
      initialFocus={button}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button ref={button} look="primary" busy={busy} onClick={onConclude}>
            Conclude <Kbd keys="enter" />
          </Button>
        </>
      }
    >
      <p className="mb-2">
        <Badge tone={toneOfVerdict(result)}>{sayVerdict(result)}</Badge>
        {open > 0 && <span className="text-fg-2 ms-2">with {sayCount(open, "blocker")} standing</span>}
      </p>
      <ul className="text-fg-2 list-disc ps-5">
        <li>
          writes <code className="font-mono text-xs">phase-{gate.phase}/gate-record.yaml</code> at {gate.gcVersion},
          with {sayCount(criteria.length, "criterion", "criteria")} and {sayCount(waivers.length, "waiver")}
        </li>
        <li>writes the Lead’s [Gate] item</li>
        <li>{archive.length === 0 ? "archives nothing" : `archives ${sayCount(archive.length, "item")}`}</li>
        <li>lets the context be published again</li>
      </ul>
    </Dialog>
  );
}
