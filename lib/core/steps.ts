/**
 * Work done a piece at a time: it yields where it may be put down, so that whoever runs it can let others come first. Tells nothing
 * in between and ends with its result.
 */
export type Steps<Result> = Generator<void, Result>;

/** The end of work that is not put down in between. */
export function finish<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
