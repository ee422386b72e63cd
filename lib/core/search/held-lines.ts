import { addTo } from "@/lib/core/lists";
import { type Candidate, sharersOf, nearest, type Subject, subjectOf } from "./related";

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
    return this.#near(subjectOf(text), () => true);
  }

  /** The lines that are about what one of them says, of those that `may` tell. */
  nearTo(at: number, may: (line: Line) => boolean): (Line & Candidate)[] {
    // A term that a line has for itself relates it to none.
    const shared = [...(this.#subjects[at] ?? [])].filter(([term]) => this.#linesOf(term).length > 1);
    return this.#near(new Map(shared), may);
  }

  #linesOf(term: string): readonly number[] {
    return this.#holding.get(term) ?? [];
  }

  #near(subject: Subject, may: (line: Line) => boolean): (Line & Candidate)[] {
    const sharers = sharersOf(subject, (term) => this.#linesOf(term), this.lines.length);
    const found = sharers.flatMap(({ line: at, gainWith }) => {
      const [line, own] = [this.lines[at], this.#subjects[at]];
      if (line === undefined || own === undefined || !may(line)) return [];
      return [{ ...line, ...gainWith((phrase) => own.has(phrase)), size: own.size }];
    });
    return nearest(found, this.lines.length);
  }
}
