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
