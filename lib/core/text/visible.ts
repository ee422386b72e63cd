/**
 * A text whose control characters and invisible signs can be seen, such as `␛` and `‹U+202E›`; what can be seen, and what
 * scripts and emoji need in order to look right, stays as it is. For showing only: it is no text to store.
 */
export function showInvisible(text: string): string {
  return SUSPECT.test(text) ? text.replace(FLAG_OR_INVISIBLE, (sign) => (FLAG.test(sign) ? sign : nameOf(sign))) : text;
}

/** The first sign of a text that nobody means to write: a control, a turn of direction, a tag. Null where there is none. */
export function findHidden(text: string): string | null {
  if (!SUSPECT.test(text)) return null;
  for (const [sign] of text.matchAll(FLAG_OR_INVISIBLE)) if (REFUSED.test(sign)) return sign;
  return null;
}

/**
 * Why a text cannot stand in a Markdown file, as the end of a sentence about it; null when it can. Controls make tools take
 * the file for binary, or a terminal obey it; turns of direction and tags say something else to a program than to a reader.
 */
export function findUnstorable(text: string): string | null {
  if (!text.isWellFormed()) return "holds a lone surrogate, which is not text";
  const hidden = findHidden(text);
  if (hidden === null) return null;
  const kind = /\p{Cc}/u.test(hidden) ? "control" : "invisible";
  const line = text.slice(0, text.indexOf(hidden)).split(/\r\n|\r|\n/).length;
  const where = /[\r\n]/.test(text) ? ` in line ${line}` : "";
  return `holds the ${kind} character ${codeOf(hidden)}${where}`;
}

/**
 * Whether a folder that is there already can be opened by its name: visible characters, and nothing that leads elsewhere. What
 * people and other tools made opens, though a new one gets a plainer name.
 */
export function isFolderName(name: string): boolean {
  return name.length <= LONGEST_NAME && /^[^./\0][^/\0]*$/.test(name) && findUnstorable(name) === null; // "o'neil", "s1 (1)"
}

/** What file systems take. */
const LONGEST_NAME = 255;

/** The number of a sign, such as `U+202E`. */
function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Almost every text has none of them, which is told fastest this way. */
const SUSPECT =
  /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u00AD\u115F\u1160\u180E\u200B-\u200D\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u;

/** England, Scotland and Wales: the only signs that tags are for. */
const FLAG =
  /^\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}$/u;

/** Controls but tab and line ends, turns of the direction of writing, and tags. */
const REFUSED = /^[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]$/u;

// Joiners belong after a letter or an emoji, selectors after one sign that has variants, a byte order mark to the start.
const FLAG_OR_INVISIBLE = new RegExp(
  [
    FLAG.source.slice(1, -1),
    /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u00AD\u115F\u1160\u180E\u200B\u202A-\u202E\u2060-\u206F\u3164\uFFA0\uFFF9-\uFFFB]/u
      .source,
    /[\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/u.source,
    /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]/u.source,
    /(?<![^\s\u200B-\u200F\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\uFE00-\uFE0F]/u.source,
    /(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]/u.source,
    /(?<!^)\uFEFF/u.source,
  ].join("|"),
  "gu",
);

function nameOf(sign: string): string {
  const code = sign.charCodeAt(0);
  if (sign.length === 1 && code < 0x20) return String.fromCharCode(0x2400 + code); // ␛
  return code === 0x7f ? "\u2421" : `‹${codeOf(sign)}›`; // ␡
}
