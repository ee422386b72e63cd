import { resolve } from "node:path";
import { FAULTS } from "./faults.mjs";
import { root } from "./run.mjs";

/** Names the fault that a run of the tests is to have, by its place in the list. */
export const FAULT = "WARDROOM_FAULT";

/**
 * Plants the fault that is named into its module as the module is loaded: no file changes.
 * @returns {import("vite").Plugin}
 */
export function plantFault() {
  const fault = FAULTS[Number(process.env[FAULT] ?? "-1")];
  return {
    name: "plant-fault",
    enforce: "pre",
    transform(code, id) {
      if (fault === undefined || id !== resolve(root, fault.file)) return undefined;
      return { code: code.replace(fault.text, () => fault.by), map: null };
    },
  };
}
