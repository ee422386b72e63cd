"use client";
import { listMoves } from "@/components/shell/list-moves";
import { useActions, type Action } from "@/components/ui/action-registry";
import type { MatrixCell } from "@/lib/contracts/context";
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
  ack: (role) => `Record an ACK on behalf of ${role}`,
  ping: (role) => `Ping ${role}`,
  resend: (role) => `Re-send the unclear items to ${role}`,
  full: (role) => `Send ${role} the full text`,
  guide: (role) => `Give ${role} guidance`,
};

const VIEWS: Record<Comparison, { label: string; keys: string }> = {
  delta: { label: "Show the delta", keys: "v d" },
  lines: { label: "Show the lines that changed", keys: "v l" },
  split: { label: "Show both texts side by side", keys: "v s" },
  text: { label: "Show the whole text", keys: "v t" },
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
    label: ACTS[act](role ?? "a role"),
    group: "Selection",
    keys: ACT_KEYS[act],
    enabled: role !== undefined && offered.includes(act),
    run: () => on.act(act),
  }));

  const page: Action[] = [
    {
      id: "context.publish",
      changes: true,
      label: draft ? `Publish what is on disk as ${next}` : `Edit and publish ${next}`,
      group: "Page",
      keys: "p",
      enabled: !draft || frozen === undefined,
      run: draft ? on.publishDraft : on.edit,
    },
    {
      id: "context.edit",
      changes: true,
      label: "Edit what is on disk before it is published",
      group: "Page",
      keys: "shift+p",
      enabled: draft,
      run: on.edit,
    },
    { id: "context.deadline", changes: true, label: "Set the ACK deadline…", group: "Page", run: on.deadline },
  ];

  const versions: Action[] = [
    { id: "version.older", label: "Older version", group: "View", keys: "[", run: () => comparison.move(1) },
    { id: "version.newer", label: "Newer version", group: "View", keys: "]", run: () => comparison.move(-1) },
    {
      id: "version.from-older",
      label: "Compare with an older version",
      group: "View",
      keys: "{",
      run: () => comparison.moveFrom(1),
    },
    {
      id: "version.from-newer",
      label: "Compare with a newer version",
      group: "View",
      keys: "}",
      run: () => comparison.moveFrom(-1),
    },
    ...COMPARISONS.map((view) => ({
      id: `comparison.${view}`,
      ...VIEWS[view],
      group: "View" as const,
      enabled: view !== comparison.view && (view !== "delta" || comparison.from !== 0),
      run: () => comparison.setView(view),
    })),
  ];

  const moving: Action[] = [
    ...listMoves("role", on.move),
    {
      id: "list.open",
      label: role === undefined ? "View details" : `View details of ${role}`,
      group: "View",
      keys: "enter",
      otherKeys: ["o"],
      enabled: role !== undefined,
      run: on.open,
    },
    {
      id: "list.close",
      label: "Close",
      group: "View",
      keys: "escape",
      enabled: peekOpen,
      inPalette: false,
      run: on.close,
    },
  ];

  useActions([...acts, ...page, ...versions, ...moving]);
}
