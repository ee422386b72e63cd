import { useChange } from "@/components/shell/use-change";
import { decideFault, fixFault } from "@/lib/client/files";
import type { Fault } from "@/lib/contracts/faults";
import { say } from "@/lib/core/i18n/say";

/** The same act has the same key on every page. */
export const FAULT_KEYS = { fix: "shift+f", dismiss: "shift+d" } as const;

export function useFaultActs(workspace: string) {
  // The file is read on every page that shows it.
  const { busy, run } = useChange([["workspace", workspace]]);
  const undo = ({ id }: Fault) => decideFault(workspace, id, "undo");
  return {
    busy,
    fix: (fault: Fault) =>
      run({
        send: () => fixFault(workspace, fault),
        done: ({ did }) => ({
          title: say("Fixed: {what}", { what: did ?? say("as proposed") }),
          detail: fault.path,
          undo: () => undo(fault),
        }),
        failed: say("Not fixed"),
      }),
    dismiss: (fault: Fault) =>
      run({
        send: () => decideFault(workspace, fault.id, "dismiss"),
        done: () => ({ title: say("Warning dismissed"), detail: fault.path, undo: () => undo(fault) }),
        failed: say("Not dismissed"),
      }),
  };
}
