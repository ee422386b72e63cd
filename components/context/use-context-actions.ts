import { listMoves } from "@/components/shell/list-moves";
import { actionsOf, deedsOf, useActions, type Action } from "@/components/ui/action-registry";
import type { MatrixCell } from "@/lib/contracts/context";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
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

  const page: Action[] = deedsOf(true, "Page", {
    "context.publish": {
      label: draft ? say("Publish what is on disk as {next}", { next }) : say("Edit and publish {next}", { next }),
      keys: "p",
      enabled: !draft || frozen === undefined,
      run: draft ? on.publishDraft : on.edit,
    },
    "context.edit": {
      label: say("Edit what is on disk before it is published"),
      keys: "shift+p",
      enabled: draft,
      run: on.edit,
    },
    "context.deadline": { label: say("Set the ACK deadline…"), run: on.deadline },
  });

  const versions: Action[] = [
    ...actionsOf("View", {
      "version.older": { label: say("Older version"), keys: "[", run: () => comparison.move(1) },
      "version.newer": { label: say("Newer version"), keys: "]", run: () => comparison.move(-1) },
      "version.from-older": {
        label: say("Compare with an older version"),
        keys: "{",
        run: () => comparison.moveFrom(1),
      },
      "version.from-newer": {
        label: say("Compare with a newer version"),
        keys: "}",
        run: () => comparison.moveFrom(-1),
      },
    }),
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
    ...listMoves(say("role"), on.move),
    ...actionsOf("View", {
      "list.open": {
        label: role === undefined ? say("View details") : say("View details of {role}", { role }),
        keys: "enter",
        otherKeys: ["o"],
        enabled: role !== undefined,
        run: on.open,
      },
      "list.close": { label: say("Close"), keys: "escape", enabled: peekOpen, inPalette: false, run: on.close },
    }),
  ];

  useActions([...acts, ...page, ...versions, ...moving]);
}
