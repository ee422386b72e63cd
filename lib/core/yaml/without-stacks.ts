/**
 * Runs a parser whose errors are told by their place alone: it makes one for each line that it cannot read, and where each came from is
 * most of what they cost.
 */
export function withoutStacks<Result>(parse: () => Result): Result {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = before;
  }
}
