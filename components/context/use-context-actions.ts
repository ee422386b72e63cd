"use client";
import { listMoves } from "@/components/shell/list-moves";
import { useActions, type Action } from "@/components/ui/action-registry";
import type { MatrixCell } from "@/lib/contracts/context";
import { say, sentence, type Sentence } from "@/lib/core/words/say";
import { ACT_KEYS, CELL_ACTS, actsOf, type CellAct } from "./cell-acts";
import type { ComparisonPlace } from "./use-comparison";
import { COMPARISONS, type Comparison } from "./use-context-place";

interface ContextActions {
  /** The role the keys act on, and where it stands with the current version. */
  role: string | undefined;
  cell: MatrixCell | undefined;
  comparison: ComparisonPlace;
  draft: boolean;
  /** Why nothing can be published now; undefined when it can. */
  frozen: string | undefined;
  nextVersion: string;
  peekOpen: boolean;
  on: {
    act: (act: CellAct) => void;
    move: (step: 1 | -1) => void;
    open: () => void;
    close: () => void;
    edit: () => void;
    publishDraft: () => void;
    deadline: () => void;
  };
}

const ACTS: Record<CellAct, (role: string) => string> = {
  ack: (role) => say("Record an ACK on behalf of {role}", { role }),
  ping: (role) => say("Ping {role}", { role }),
  resend: (role) => say("Re-send the unclear items to {role}", { role }),
  full: (role) => say("Send {role} the full text", { role }),
  guide: (role) => say("Give {role} guidance", { role }),
};

const VIEWS: Record<Comparison, { label: Sentence; keys: string }> = {
  delta: { label: sentence("Show the delta"), keys: "v d" },
  lines: { label: sentence("Show the lines that changed"), keys: "v l" },
  split: { label: sentence("Show both texts side by side"), keys: "v s" },
  text: { label: sentence("Show the whole text"), keys: "v t" },
};

/** Everything that can be done on the page of a context, offered to keys, palette, sheet and buttons alike. */
export function useContextActions({
  role,
  cell,
  comparison,
  draft,
  frozen,
  nextVersion: next,
  peekOpen,
  on,
}: ContextActions): void {
  const offered = actsOf(cell);

  const acts: Action[] = CELL_ACTS.map((act) => ({
    id: `delivery.${act}`,
    changes: true,
    label: ACTS[act](role ?? say("a role")),
    group: "Selection",
    keys: ACT_KEYS[act],
    enabled: role !== undefined && offered.includes(act),
    run: () => on.act(act),
  }));

  const page: Action[] = [
    {
      id: "context.publish",
      changes: true,
      label: draft ? say("Publish what is on disk as {next}", { next }) : say("Edit and publish {next}", { next }),
      group: "Page",
      keys: "p",
      enabled: !draft || frozen === undefined,
      run: draft ? on.publishDraft : on.edit,
    },
    {
      id: "context.edit",
      changes: true,
      label: say("Edit what is on disk before it is published"),
      group: "Page",
      keys: "shift+p",
      enabled: draft,
      run: on.edit,
    },
    { id: "context.deadline", changes: true, label: say("Set the ACK deadline…"), group: "Page", run: on.deadline },
  ];

  const versions: Action[] = [
    { id: "version.older", label: say("Older version"), group: "View", keys: "[", run: () => comparison.move(1) },
    { id: "version.newer", label: say("Newer version"), group: "View", keys: "]", run: () => comparison.move(-1) },
    {
      id: "version.from-older",
      label: say("Compare with an older version"),
      group: "View",
      keys: "{",
      run: () => comparison.moveFrom(1),
    },
    {
      id: "version.from-newer",
      label: say("Compare with a newer version"),
      group: "View",
      keys: "}",
      run: () => comparison.moveFrom(-1),
    },
    ...COMPARISONS.map((view) => ({
      id: `comparison.${view}`,
      label: say(VIEWS[view].label),
      keys: VIEWS[view].keys,
      group: "View" as const,
      enabled: view !== comparison.view && (view !== "delta" || comparison.from !== 0),
      run: () => comparison.setView(view),
    })),
  ];

  const moving: Action[] = [
    ...listMoves("role", on.move),
    {
      id: "list.open",
      label: role === undefined ? say("View details") : say("View details of {role}", { role }),
      group: "View",
      keys: "enter",
      otherKeys: ["o"],
      enabled: role !== undefined,
      run: on.open,
    },
    {
      id: "list.close",
      label: say("Close"),
      group: "View",
      keys: "escape",
      enabled: peekOpen,
      inPalette: false,
      run: on.close,
    },
  ];

  useActions([...acts, ...page, ...versions, ...moving]);
}
