import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";
import { currentLanguage } from "@/lib/core/i18n/languages";

type Nodes = Exclude<CompiledMessage, string>;

/** The numbers by which the formatter knows what an argument is. */
const POUND = 0;

const KINDS: Record<string, number> = { select: 1, plural: 2, number: 4 };

/** `{count, plural, one {` and `{name}`: a name, and perhaps what it is. */
const ARGUMENT = /\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/y;

const BRANCH = /,?\s*(=?\w+)\s*\{/y;

const TAG = /<(\w+)>/y;

/**
 * A message of ICU MessageFormat as the formatter takes it: what `compile` of the same library makes of it, for the part of the
 * format that our sentences use, at a twentieth of the bytes. That is arguments, `number`, `plural`, `select` and tags; a test
 * compares the two on every sentence there is. `nodes` names arguments whose values are more than text.
 */
export function readMessage(message: string, nodes: readonly string[] = []): CompiledMessage {
  let at = 0;

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(message);
    if (found !== null) at = pattern.lastIndex;
    return found;
  }

  /** Up to the end of what it stands in, which is taken too. */
  function read(end: string, inPlural: boolean): Nodes {
    const made: Nodes = [];
    const add = (node: Nodes[number]) => {
      const last = made.at(-1);
      if (typeof node === "string" && typeof last === "string") made[made.length - 1] = last + node;
      else made.push(node);
    };
    while (at < message.length) {
      if (end !== "" && message.startsWith(end, at)) {
        at += end.length;
        return made;
      }
      const tag = take(TAG)?.[1];
      if (tag !== undefined) {
        const inside = read(`</${tag}>`, inPlural);
        const [first = "", ...others] = inside;
        add([tag, first, ...others]);
        continue;
      }
      const [, name, kind] = take(ARGUMENT) ?? [];
      if (name !== undefined) {
        add(argument(name, kind));
        continue;
      }
      const letter = message[at] ?? "";
      add(letter === "#" && inPlural ? POUND : letter);
      at += 1;
    }
    return made;
  }

  function argument(name: string, kind: string | undefined): Nodes[number] {
    const type = KINDS[kind ?? ""];
    if (type === undefined || kind === "number") {
      at += 1;
      if (type !== undefined) return [name, type];
      // As a tag with nothing in it, whose function gives the value.
      return nodes.includes(name) ? [name, ""] : [name];
    }
    const branches: Record<string, unknown> = {};
    for (let key = take(BRANCH)?.[1]; key !== undefined; key = take(BRANCH)?.[1]) {
      const inside = read("}", kind === "plural");
      const [only] = inside;
      branches[key] = inside.length === 0 ? "" : inside.length === 1 && !Array.isArray(only) ? only : inside;
    }
    take(/\s*\}/y);
    return [name, type, branches];
  }

  const made = read("", false);
  const [only = ""] = made;
  return made.length < 2 && typeof only === "string" ? only : made;
}

declare const WRITTEN: unique symbol;

/** A sentence that is written down where nobody reads yet, as in a table of a module. `say` says it. */
export interface Sentence {
  readonly [WRITTEN]: true;
}

/** What is put into a sentence: by the name that stands in braces there. */
type Values = Record<string, string | number>;

/** Marks a sentence for the catalogue without saying it: whose language it will be is known when it is drawn. */
export function sentence(text: string): Sentence {
  return text as unknown as Sentence;
}

/**
 * A sentence in the reader's language. The English one is its name in the catalogue; with values it is a message of ICU
 * MessageFormat, without them the text as it stands. What the catalogue lacks is said in English.
 */
export function say(text: string | Sentence, values?: Values): string {
  return values === undefined ? translate(text) : String(formatSentence(text, values));
}

/** A number in the reader's language: "1,204". */
export function sayNumber(value: number): string {
  return NUMBERS(currentLanguage()).format(value);
}

/** What the formatter makes of a sentence in the reader's language: parts, where values are more than text. */
export function formatSentence<Part>(
  text: string | Sentence,
  values: FormatValues<Part>,
  nodes: readonly string[] = [],
): string | Part | (string | Part)[] {
  const said = translate(text);
  const key = `${nodes.join()} ${said}`;
  let message = read.get(key);
  if (message === undefined) read.set(key, (message = readMessage(said, nodes)));
  const made = format(message, currentLanguage(), values, OPTIONS);
  if (currentLanguage() !== "ko") return made;
  const finished = (part: string | Part) => (typeof part === "string" ? chooseParticles(part) : part);
  return Array.isArray(made) ? made.map(finished) : finished(made);
}

function translate(text: string | Sentence): string {
  const written = text as string;
  return globalThis.wardroomWords?.()?.sentences[written] ?? written;
}

/** Each message is taken apart once: there are as many as the code has, in two languages. */
const read = new Map<string, CompiledMessage>();

/** Makes one of a kind for each language, which takes longer than to use it. */
function each<Made>(make: (locale: string) => Made): (locale: string) => Made {
  const made = new Map<string, Made>();
  return (locale) => {
    let found = made.get(locale);
    if (found === undefined) made.set(locale, (found = make(locale)));
    return found;
  };
}

/**
 * What writes numbers. The first that a phone makes takes it a tenth of a second, and most pages count to less than a
 * thousand, which is written in digits alone in every language here.
 */
const NUMBERS = each((locale) => {
  let full: Intl.NumberFormat | undefined;
  return {
    format: (value: number): string =>
      Number.isInteger(value) && value >= 0 && value < 1000
        ? String(value)
        : (full ??= new Intl.NumberFormat(locale)).format(value),
  };
});
const PLURALS = each((locale) => new Intl.PluralRules(locale));

const OPTIONS = {
  formatters: {
    // Nothing but `format` is asked of it.
    getNumberFormat: (locale) => NUMBERS(String(locale)) as Intl.NumberFormat,
    getPluralRules: (locale) => PLURALS(String(locale)),
    getDateTimeFormat: (...of) => new Intl.DateTimeFormat(...of),
  },
} satisfies FormatOptions;

/** Endings that a Korean word takes, after a final consonant and after none. */
const ENDINGS: Readonly<Record<string, readonly [string, string]>> = {
  "을(를)": ["을", "를"],
  "이(가)": ["이", "가"],
  "은(는)": ["은", "는"],
  "과(와)": ["과", "와"],
  "(으)로": ["으로", "로"],
  "(이)라": ["이라", "라"],
};

/** A letter, what closes after it, and an ending that is still to be chosen: "GC-v4을(를)". */
const OPEN = /([\p{L}\p{N}])([^\p{L}\p{N}\s]*)(을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로|\(이\)라)/gu;

/** A Korean sentence with each ending that its values left open, such as `을(를)`, chosen by the sound before it. */
export function chooseParticles(text: string): string {
  return text.replace(OPEN, (_all, letter: string, between: string, ending: string) => {
    const sound = finalOf(letter);
    const isClosed = sound !== "" && !(ending === "(으)로" && sound === "l");
    return `${letter}${between}${ENDINGS[ending]?.[isClosed ? 0 : 1] ?? ending}`;
  });
}

/** How a letter or digit ends when a Korean reads it: "l" is the consonant that takes 로, "n" any other, "" none. */
function finalOf(letter: string): "" | "l" | "n" {
  const syllable = (letter.codePointAt(0) ?? 0) - 0xac00;
  if (syllable >= 0 && syllable < 11_172) return syllable % 28 === 0 ? "" : syllable % 28 === 8 ? "l" : "n";
  return /[178lL]/.test(letter) ? "l" : /[036mnMN]/.test(letter) ? "n" : "";
}
