/** How long after an own change its echo may still come: the stream tells of it a moment after the answer. */
const ECHO = 400;

let underWay = 0;

/** Does a change of the reader's own; what comes of it is shown at once, wherever it is. */
export async function whileOwn<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay++;
  try {
    return await work();
  } finally {
    setTimeout(() => underWay--, ECHO);
  }
}

/** Whether what changes now is, or may be, the reader's own doing. */
export function isOwnUnderWay(): boolean {
  return underWay > 0;
}
