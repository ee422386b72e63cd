import { keepNewest } from "@/lib/core/lists";

/** Answers as `read` does, and repeats an answer for so many milliseconds. Failures are not kept, and no more than 100 answers. */
export function keptFor<T>(ms: number, read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, { answer: Promise<T>; until: number }>();
  return (key) => {
    const now = performance.now();
    const known = kept.get(key);
    if (known !== undefined && known.until > now) return known.answer;
    const answer = read(key);
    keepNewest(kept, key, { answer, until: now + ms }, 100);
    answer.catch(() => kept.get(key)?.answer === answer && kept.delete(key));
    return answer;
  };
}
