/** The languages that the dashboard speaks, by the names their speakers give them. English is what the code is written in. */
export const LANGUAGES = { en: "English", ko: "한국어" } as const;

export type Language = keyof typeof LANGUAGES;

/** The cookie that keeps a chosen language; without it the browser's languages decide. */
export const LANGUAGE_COOKIE = "wardroom-language";

/** The language of a text such as `ko` or `ko-KR`, or null where Wardroom does not speak it. */
export function parseLanguage(text: string | undefined): Language | null {
  const name = text?.toLowerCase().split("-")[0];
  return (Object.keys(LANGUAGES) as Language[]).find((language) => language === name) ?? null;
}

/** A language with its catalogue: for each sentence as the code has it, the same in this language. */
export interface Words {
  language: Language;
  sentences: Readonly<Record<string, string>>;
}

declare global {
  /**
   * The words of whoever reads: in a browser those of the document, put there by a script before anything is drawn; on the server
   * those of the request that is being answered. Bundles of one process share it. Without it everything is English.
   */
  var wardroomWords: (() => Words | undefined) | undefined;
}

export function currentLanguage(): Language {
  return globalThis.wardroomWords?.()?.language ?? "en";
}

/** The reader's language as dates are written in: days before months in English. */
export function dateLocale(): string {
  return currentLanguage() === "en" ? "en-GB" : currentLanguage();
}
