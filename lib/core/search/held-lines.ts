import { addTo } from "@/lib/core/lists";
import { type Candidate, gainOf, nearest, type Subject, subjectOf, type WantedTerm, wantedTerms } from "./related";

/** Lines that are held in the process, and found as the database finds those that it has (`findLines`). */
export class HeldLines<Line extends { text: string }> {
  readonly lines: Line[] = [];
  readonly #subjects: Subject[] = [];
  readonly #holding = new Map<string, number[]>();

  add(line: Line): void {
    const subject = subjectOf(line.text);
    for (const term of subject.keys()) addTo(this.#holding, term, this.lines.length);
    this.lines.push(line);
    this.#subjects.push(subject);
  }

  /** The lines that are about what a text says, the nearest first. */
  near(text: string): (Line & Candidate)[] {
    return this.#near(
      subjectOf(text),
      (term) => this.#count(term),
      () => true,
    );
  }

  /** The lines that are about what one of them says, of those that `may` tell. */
  nearTo(at: number, may: (line: Line) => boolean): (Line & Candidate)[] {
    // A term that a line has for itself relates it to none.
    const countOf = (term: string) => (this.#count(term) === 1 ? 0 : this.#count(term));
    return this.#near(this.#subjects[at] ?? new Map<string, never>(), countOf, may);
  }

  #count(term: string): number {
    return this.#holding.get(term)?.length ?? 0;
  }

  #near(subject: Subject, countOf: (term: string) => number, may: (line: Line) => boolean): (Line & Candidate)[] {
    const held = new Map<number, WantedTerm[]>();
    for (const wanted of wantedTerms(subject, countOf, this.lines.length)) {
      for (const at of this.#holding.get(wanted.term) ?? []) addTo(held, at, wanted);
    }
    const found = [...held].flatMap(([at, terms]) => {
      const line = this.lines[at];
      if (line === undefined || !may(line)) return [];
      return [{ ...line, ...gainOf(terms), size: this.#subjects[at]?.size ?? 0 }];
    });
    return nearest(found, this.lines.length);
  }
}
