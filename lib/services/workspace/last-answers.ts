/** So many answers are remembered: each may be as long as the document that it is made of. */
const REMEMBERED = 8;

/**
 * The answers that were given last, each for an object that never changes, such as a document at one moment, and what else it
 * depends on. Who asks for the same is given the same object, which need not be written out anew.
 */
export class LastAnswers<Of extends object, Answer> {
  #answers: { of: Of; key: string; answer: Answer }[] = [];

  async get(of: Of, key: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.find((each) => each.of === of && each.key === key) ?? {
      of,
      key,
      answer: await make(),
    };
    // The one that was asked for longest ago goes first.
    this.#answers = [known, ...this.#answers.filter((each) => each !== known)].slice(0, REMEMBERED);
    return known.answer;
  }
}
