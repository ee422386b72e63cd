/** Answers as `read` does, and repeats an answer for so many milliseconds. Failures are not kept, and no more than 100 answers. */
export function keptFor<T>(ms: number, read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, { answer: Promise<T>; until: number }>();
  return (key) => {
    const now = performance.now();
    const known = kept.get(key);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = read(key);
    kept.delete(key);
    kept.set(key, { answer, until: now + ms });
    answer.catch(() => kept.get(key)?.answer === answer && kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > 100 && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
