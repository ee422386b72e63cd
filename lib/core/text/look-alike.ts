import { foldName } from "@/lib/core/text/fold-name";

/**
 * Whether a reader may take one name for the other: invisible signs, widths and styles of letters, letters of other scripts that look the
 * same, and case aside. For every name that must be one person's or role's, or that nobody may have.
 */
export function looksLike(name: string, other: string): boolean {
  const seen = appearancesOf(name);
  return appearancesOf(other).some((each) => seen.includes(each));
}

/** Whether a reader may take the beginning of a name for that one. */
export function beginsLike(name: string, start: string): boolean {
  const wanted = appearancesOf(start);
  return appearancesOf(name).some((seen) => wanted.some((each) => seen.startsWith(each)));
}

/** What is seen of a name, as it is spelt and in small letters: `I` looks like `l`, and `i` does not. */
function appearancesOf(name: string): string[] {
  return [name, foldName(name)].map(appearanceOf);
}

function appearanceOf(name: string): string {
  const plain = name.normalize("NFKC").replace(INVISIBLE, "").replace(DASH, "-");
  const same = Array.from(plain, (sign) => LETTERS.get(sign) ?? sign).join("");
  const small = Array.from(same.toLowerCase(), (sign) => LETTERS.get(sign) ?? sign).join("");
  return small
    .normalize("NFKC")
    .replace(/[\s\u2800]+/gu, " ")
    .trim(); // a blank of Braille is a space
}

/** And lines, rings and dots that are part of no letter: of `Lead` underlined. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Script=Inherited}]/gu;
const DASH = /[\p{Dash_Punctuation}\u2212]/gu;

/** Letters by the Latin one that each looks like. Source: Unicode's confusables, of the scripts in which people type names. */
const LETTERS = new Map(
  (
    "a:аɑαΑАᎪᴀꓮ b:ЬьƄΒВᏴвʙꓐ c:сϲСϹᏟᴄꓚ d:ԁɗᎠᴅꓓ e:еҽЕΕᎬᴇꓰꭼ f:Ғғꜰꓝ g:ɡցԌᏀɢꓖ h:һհНΗᎻнʜꓧ i:іɩιıɪ j:јϳЈᎫᴊꓙ k:кκКΚᏦᴋꓗ " +
    "l:I1|ІΙӀӏᏞʟꓡꓲǀ∣│ m:мМΜϺᎷᴍꓟ n:пոηΝɴꓠ o:оοσО0ΟՕօᴏꓳ p:рρРΡᏢᴘꓑ q:ԛզԚ r:гᴦᎡʀꓣ s:ѕꜱЅՏᏚꓢ t:тτТΤᎢᴛꓔ u:υսᴜՍꓴ v:ѵνᴠѴᏙꓦ w:ԝѡᴡԜᏔꓪ " +
    "x:хХΧχꓫ y:уүγУҮΥʏꓬ z:ᴢΖᏃꓜ"
  )
    .split(" ")
    .flatMap((group) => {
      const [latin = "", letters = ""] = group.split(":");
      return Array.from(letters, (letter) => [letter, latin] as const);
    }),
);
