import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { parse } from "hono/utils/cookie";
import { parseAccept } from "hono/utils/accept";
import { LANGUAGE_COOKIE, parseLanguage, type Language, type Words } from "@/lib/core/i18n/languages";
import korean from "@/lib/core/i18n/korean.json";

const CATALOGUES: Record<Language, Words | undefined> = {
  en: undefined,
  ko: { language: "ko", sentences: korean },
};

const reader = new AsyncLocalStorage<Words | undefined>();

/** Answers a request for a page in its reader's language: whatever says something meanwhile, however late, says it so. */
export function speakTo<Answered>(headers: IncomingHttpHeaders, answer: () => Answered): Answered {
  globalThis.wardroomWords ??= () => reader.getStore();
  return reader.run(CATALOGUES[languageOf(headers)], answer);
}

/** The language chosen in the settings, else the first of the browser's that Wardroom speaks, else English. */
export function languageOf({ cookie = "", "accept-language": accepted = "" }: IncomingHttpHeaders): Language {
  const chosen = parseLanguage(parse(cookie, LANGUAGE_COOKIE)[LANGUAGE_COOKIE]);
  if (chosen !== null) return chosen;
  const wanted = parseAccept(accepted).toSorted((a, b) => b.q - a.q);
  return wanted.map(({ type }) => parseLanguage(type)).find((language) => language !== null) ?? "en";
}
