/** Requests of the API that are being answered, by themselves. A stream counts until its answer begins. */
const answering = new Map<Request, Promise<unknown>>();

/** Notes that a request is being answered until `work` ends, and answers what it answers. */
export async function whileAnswering<T>(request: Request, work: Promise<T>): Promise<T> {
  answering.set(request, work);
  try {
    return await work;
  } finally {
    answering.delete(request);
  }
}

/** Resolves when no request of the API is being answered, also none whose client has left. */
export async function allAnswered(): Promise<void> {
  while (answering.size > 0) await Promise.allSettled(answering.values());
}

/** Resolves when every request but this one that is being answered now has its answer; those that come later are not waited for. */
export async function othersAnswered(request?: Request): Promise<void> {
  const others = [...answering].filter(([each]) => each !== request);
  await Promise.allSettled(others.map(([, work]) => work));
}
