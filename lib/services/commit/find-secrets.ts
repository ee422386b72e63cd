import type { lintSource } from "@secretlint/core";
import type { creator } from "@secretlint/secretlint-rule-preset-recommend";

/** A secret in a text: what kind it is and where, never what it is. */
export interface FoundSecret {
  /** Such as `github token`. */
  kind: string;
  start: number;
  end: number;
}

/** A login in an address, a key's head. */
const SUSPECT = /:\/\/[^\s/@]*:[^\s]*@|PRIVATE KEY/;
/** Every token is a run of so many of these characters, or more, with a digit in it. A path is one without, mostly. */
const RUN_LENGTH = 16;
const IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w+/=.~-]/.test(String.fromCharCode(code))));
const [ZERO, NINE] = [0x30, 0x39];

/** Whether any rule could find something: they cost a hundred times what this look costs. */
function isSuspect(text: string): boolean {
  return SUSPECT.test(text) || hasLongRun(text);
}

/** Looks at each character once: a pattern takes several times as long on a text of megabytes. */
function hasLongRun(text: string): boolean {
  let length = 0;
  let hasDigit = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (IN_RUN[code] !== 1) {
      length = 0;
      hasDigit = false;
      continue;
    }
    length++;
    hasDigit ||= code >= ZERO && code <= NINE;
    if (hasDigit && length >= RUN_LENGTH) return true;
  }
  return false;
}

let loaded: Promise<{ lint: typeof lintSource; rules: typeof creator }> | undefined;

/**
 * The secrets in a text that are known by their form: tokens of services, private keys, logins in addresses. The rules are
 * loaded at the first text that could hold one; their time grows with its length.
 */
export async function findSecrets(text: string): Promise<FoundSecret[]> {
  if (!isSuspect(text)) return [];
  const { lint, rules } = await (loaded ??= loadRules());
  const { messages } = await lint({
    source: { filePath: "text.md", content: text, ext: ".md", contentType: "text" },
    options: { config: { rules: [{ id: PRESET, rule: rules, rules: [] }] }, noPhysicFilePath: true },
  });
  return messages.map(({ ruleId, messageId, range: [start, end] }) => {
    return { kind: kindOf(ruleId, messageId), start, end };
  });
}

const PRESET = "@secretlint/secretlint-rule-preset-recommend";

async function loadRules() {
  const [{ secretLintProfiler }, { lintSource: lint }, { creator: rules }] = await Promise.all([
    import("@secretlint/profiler"),
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
  ]);
  // It keeps every measurement for good and looks through all of them at each: a server would grow and slow down by it.
  secretLintProfiler.mark = () => undefined;
  return { lint, rules };
}

/** From "@secretlint/secretlint-rule-github" and "GITHUB_TOKEN". */
function kindOf(ruleId: string, messageId: string): string {
  const rule = ruleId.replace(/^.*secretlint-rule-/, "");
  const words = messageId
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.startsWith(rule) ? words : `${rule}, ${words}`;
}
