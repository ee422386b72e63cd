/** Whether a text names a role as a word of its own: `tester-1` is not named by `tester-10`. Case is no matter. */
export function namesReader(text: string, reader: string): boolean {
  const wanted = reader.toLowerCase();
  const within = text.toLowerCase();
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    if (!isWordPart(within[at - 1]) && !continues(within.slice(at + wanted.length))) return true;
  }
  return false;
}

function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign);
}

/** Whether a word goes on: `lead` in `leads`, `lead-time` or `lead.ts`, but not in `Lead, …` or `Lead.`. Korean particles follow at once. */
function continues(rest: string): boolean {
  return /^(?:[\p{Script=Latin}\p{N}_]|[-.][\p{Script=Latin}\p{N}])/u.test(rest);
}
