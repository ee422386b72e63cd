import { isHangul } from "@/lib/core/coach/stem-word";

/** Numbers for words, so that texts are compared by numbers. The same words in the same order get the same numbers. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();

  /** The number of a word; a new one when it has none. */
  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(word, id);
    return id;
  }

  /** The number of a word that was met; undefined for any other. */
  findId(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** How many numbers were given. */
  get size(): number {
    return this.#ids.size;
  }

  /**
   * The number of two neighbours as a phrase, whichever comes first. Two Korean words make the same phrase as the compound
   * that they are written as elsewhere; those numbers are negative.
   */
  phraseOf(a: string, b: string): number {
    if (isHangul(a) && isHangul(b)) return this.compoundOf(a + b);
    const first = this.idOf(a);
    const second = this.idOf(b);
    return first < second ? first * MOST_WORDS + second : second * MOST_WORDS + first;
  }

  /** The number of a Korean compound as a phrase. */
  compoundOf(word: string): number {
    return -1 - this.idOf(word);
  }
}

/** Keeps the numbers of phrases exact; no project has half as many different words. */
const MOST_WORDS = 2 ** 26;
