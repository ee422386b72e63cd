export interface HookAnswer {
  /** A JSON object, or "". */
  stdout: string;
  /** What the agent reads where the exit code is 2. */
  stderr: string;
  exitCode: 0 | 2;
  /** Done once the client has the answer, and not where it broke before. */
  afterwards?: () => Promise<unknown>;
}

/** Nothing to say: the client goes on as if there were no hook. */
export const SILENT: HookAnswer = { stdout: "", stderr: "", exitCode: 0 };
