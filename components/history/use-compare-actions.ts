import { actionsOf, useActions } from "@/components/ui/action-registry";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import type { useCompare } from "./use-compare";
import { useRevisionActs } from "./use-revision-acts";
import type { TimelineChoice } from "./use-timeline-choice";

interface CompareActions {
  scope: SessionScope;
  compare: ReturnType<typeof useCompare>;
  choice: TimelineChoice;
  /** The newest revision, once it is known. */
  head: number | undefined;
  onRestore: (revision: number) => void;
}

/** What can be done with the revisions that are compared. */
export function useCompareActions({
  scope,
  compare: [place, setPlace],
  choice,
  head,
  onRestore,
}: CompareActions): void {
  const { from, to, view } = place;
  const { takeBack } = useRevisionActs(scope);
  const comparing = from !== null && to !== null;
  const single = comparing && to - from === 1;
  const compareWithNow = (base: number) => head !== undefined && void setPlace({ from: base, to: head, event: null });

  useActions([
    ...actionsOf("Selection", {
      "history.older": { label: say("Older revision"), keys: "[", run: () => choice.moveToRevision(1) },
      "history.newer": { label: say("Newer revision"), keys: "]", run: () => choice.moveToRevision(-1) },
      "history.pin": {
        label: choice.pinned === null ? say("Compare from here") : say("Stop comparing from one revision"),
        keys: "x",
        enabled: choice.span !== null || choice.pinned !== null,
        run: choice.togglePin,
      },
      "history.now": {
        label: say("Compare with current"),
        keys: "c",
        enabled: comparing && head !== undefined && to !== head,
        run: () => comparing && compareWithNow(single ? to : from),
      },
      "history.restore": {
        changes: true,
        label: comparing ? say("Restore revision {to}…", { to }) : say("Restore this revision…"),
        keys: "r",
        enabled: comparing && head !== undefined && to !== head,
        run: () => to !== null && onRestore(to),
      },
      "history.undo": {
        changes: "undo a revision of the team memory",
        label: single ? say("Undo revision {to}", { to }) : say("Undo this revision"),
        keys: "u",
        enabled: single,
        run: () => to !== null && void takeBack(to, () => compareWithNow(to)),
      },
    }),
    ...actionsOf("View", {
      "history.split": {
        label: view === "split" ? say("Show both texts in one column") : say("Show both texts side by side"),
        keys: "s",
        enabled: comparing,
        run: () => void setPlace({ view: view === "split" ? "unified" : "split" }),
      },
      "history.file": {
        label: view === "text" ? say("Show what changed") : say("Show the whole file at this revision"),
        keys: "f",
        enabled: comparing,
        run: () => void setPlace({ view: view === "text" ? "unified" : "text" }),
      },
    }),
  ]);
}
