import type { Integrity, IntegrityProblem } from "@/lib/contracts/events";
import { sha256 } from "@/lib/store/read-file";

/** Problems that are named one by one. */
const NAMED = 100;

/** What is found wrong, before it is known whether the owner has accepted it. */
export type Finding = Omit<IntegrityProblem, "accepted" | "id">;

/** Collects what a verification finds, and answers it as the contract does. Names so many; counts all. */
export class IntegrityFindings {
  readonly #named: IntegrityProblem[] = [];
  readonly unchecked: Integrity["unchecked"] = [];
  #count = 0;
  #open: IntegrityProblem | undefined;

  /** `accepted` holds the ids of what the owner has seen and lets be. */
  constructor(private readonly accepted: ReadonlySet<string> = new Set()) {}

  add(finding: Finding): void {
    this.#count++;
    const id = idOf(finding);
    const problem = { ...finding, id, accepted: this.accepted.has(id) };
    if (!problem.accepted) this.#open ??= problem;
    // One that is not accepted is never crowded out by those that are.
    if (this.#named.length < NAMED || problem === this.#open) this.#named.push(problem);
  }

  /** What of the answer speaks of problems. */
  answer(): Pick<Integrity, "ok" | "firstBroken" | "problems" | "problemsFound" | "unchecked"> {
    const first = this.#open;
    return {
      ok: first === undefined,
      ...(first && { firstBroken: { kind: plainKind(first.kind), target: first.target, detail: first.detail } }),
      problems: this.#named,
      problemsFound: this.#count,
      unchecked: this.unchecked,
    };
  }
}

/** Tells a finding from every other, also from a later one about the same thing. */
function idOf({ kind, target, revision, detail }: Finding): string {
  return sha256(JSON.stringify([kind, target, revision ?? null, detail])).slice(0, 16);
}

/** The two kinds that callers have always been told. */
function plainKind(kind: Finding["kind"]): "event" | "document" {
  return kind === "document" || kind === "revision" ? "document" : "event";
}
