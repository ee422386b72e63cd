import { keepNewest } from "@/lib/core/lists";
import { isBusy } from "@/lib/services/commit/commit-errors";

/** So many answers are kept; the one that was read longest ago goes first. */
const MOST = 2_000;

/** The last answers read from the database, repeated until somebody has written to it, and while it cannot be reached. */
export class LastKnown {
  readonly #values = new Map<string, { value: unknown; at: number; of: unknown }>();

  /** `changes` answers another number than before once anybody has committed. */
  constructor(private readonly changes: () => Promise<number>) {}

  /** What `now` answers, or what it answered last under this key where it throws `busy`. */
  async get<T>(key: string, read: () => Promise<T>, of: unknown = null): Promise<T> {
    const known = this.#values.get(key);
    try {
      return await this.now(key, read, of);
    } catch (error) {
      if (!isBusy(error) || known === undefined) throw error;
      return known.value as T;
    }
  }

  /**
   * What `read` answers, or what it answered last under this key where nothing was committed since. What it makes of an object, such as
   * a document at one moment, is `of` that, and no answer for another.
   */
  async now<T>(key: string, read: () => Promise<T>, of: unknown = null): Promise<T> {
    // What is committed from here on may be in the answer, and is looked for again.
    const at = await this.changes();
    const known = this.#values.get(key);
    if (known?.at === at && known.of === of) return known.value as T;
    const value = await read();
    keepNewest(this.#values, key, { value, at, of }, MOST);
    return value;
  }
}

/** So many answers are remembered, and no more than are made of so many characters: each takes some twenty times the memory of its text. */
const REMEMBERED = 100;
const MOST_CHARACTERS = 2_000_000;

interface Answered<Of, Answer> {
  of: Of;
  about: string;
  answer: Answer;
}

/**
 * The answer that was given last to each question, for an object that never changes, such as a document at one moment, and what it is
 * `about` besides. Who asks for the same is given the same object, which need not be written out anew; what is made anew may share with
 * the one before.
 */
export class LastAnswers<Of extends { text: string | null }, Answer> {
  #answers: (Answered<Of, Answer> & { question: string })[] = [];

  get(
    { question, of, about }: { question: string; of: Of; about: string },
    make: (before?: Answered<Of, Answer>) => Answer,
  ): Answer {
    const last = this.#answers.find((each) => each.question === question);
    const isSame = last?.of === of && last.about === about;
    const known = isSame ? last : { question, of, about, answer: make(last) };
    // The one that was asked for longest ago goes first.
    let characters = 0;
    this.#answers = [known, ...this.#answers.filter((each) => each !== last)].filter((each, index) => {
      characters += each.of.text?.length ?? 0;
      return index === 0 || (index < REMEMBERED && characters <= MOST_CHARACTERS);
    });
    return known.answer;
  }
}
