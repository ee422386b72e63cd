// The faults of the core for `npm run mutation`, in the form that faults.mjs tells of.

/** @typedef {{file: string, text: string, by: string, tests: string[]}} Fault */

/**
 * @param {string} folder Where the files and tests are.
 * @param {string} tests Their names, without `.test.ts` unless they are of another kind.
 * @param {[file: string, text: string, by: string][]} faults
 * @returns {Fault[]}
 */
export function within(folder, tests, faults) {
  const named = tests.split(" ").map((name) => `${folder}/${name}${/\.tsx?$/.test(name) ? "" : ".test.ts"}`);
  return faults.map(([file, text, by]) => ({ file: `${folder}/${file}`, text, by, tests: named }));
}

/** @type {readonly Fault[]} */
export const FAULTS_OF_CORE = [
  ...within("lib/core/context", "decisions", [
    ["update-message.ts", "if (given.contextLost)", "if (false)"],
    ["update-message.ts", "> 1) return", "> 2) return"],
    ["update-message.ts", "given.deltaTokens >", "given.deltaTokens <"],
    ["update-message.ts", "if (given.fullRequested)", "if (false)"],
    ["gate.ts", "role.confirmed !== version", "role.confirmed === null"],
    ["gate.ts", ' && waiver.reason.trim() !== ""', ""],
    ["ack.ts", "if (!totals.includes(ack.total))", "if (false)"],
    ["ack.ts", "sameAck(before, ack))", "false)"],
    ["ack.ts", ") < confirmed", ") < -1"],
    ["ack.ts", "UNCLEAR_SHARE = 0.5", "UNCLEAR_SHARE = 0.9"],
  ]),
  ...within("lib/core/context", "delta-law", [["compute-delta.ts", "!(yield* isProven(delta, a, newText))", "false"]]),
  ...within("lib/core/context", "standing", [
    ["standing.ts", "sent.version <= (confirmed ?? 0)", "true"],
    ["standing.ts", "pingedAt ?? sentAt", "sentAt"],
  ]),
  ...within("lib/core/context", "version", [
    ["version.ts", "a === b || withoutVersion(a) === withoutVersion(b)", "a === b"],
    ["version-number.ts", "\\d{0,8})$/", "\\d{0,8})/"],
  ]),
  ...within("lib/core/history", "blame", [
    ["blame.ts", 'kind === "written" ? after : yield* doubtRepeated(before, after, changed)', "after"],
    ["blame.ts", 'kind === "outside" && writer === null ? "unknown" : "certain"', '"certain"'],
    ["blame.ts", 'kind !== "written" && this.#gone.has(line.trim())', "false"],
    ["blame.ts", "if (left > 0 && starts[to] === at + length) to++;", ""],
  ]),
  {
    file: "lib/services/memory/blames.ts",
    text: 'if (actorKind === "disk") return "outside";',
    by: "",
    tests: ["lib/soak/blame.test.ts"],
  },
  ...within("lib/core/memory", "restore-part", [
    ["restore-part.ts", "if (below !== undefined) return before(section, below);", ""],
    ["closed-section.ts", "assertOwn(document, section, scope);", ""],
  ]),
  ...within("lib/core/history", "event-chain", [
    ["event-chain.ts", "(record).sort()", "(record)"],
    ["event-chain.ts", "else if (link.previousHash !== expected)", "else if (false)"],
    ["event-chain.ts", "(link.redacted ?? link.hash)", "(link.hash)"],
  ]),
  ...within("lib/core/history", "find-base stale-save", [
    ["find-base.ts", "return likely ?? newest;", "return likely ?? last;"],
    ["find-base.ts", "added.some((line) => has.has(line))) continue", "added.every((line) => has.has(line))) continue"],
    ["find-base.ts", "shared * 2 >= oldest.length", "true"],
    ["find-base.ts", "else [newest, likely] = [previous, null]", "else newest = previous"],
    ["find-base.ts", "const fresh = added.filter((line) => first.get(line) === at)", "const fresh = added"],
    ["find-base.ts", "beside !== undefined && knowsOnly", "false && beside && knowsOnly"],
    ["stale-save.ts", "!sections.some((section) => touched.has(section))", "true"],
    ["stale-save.ts", "!hasOwn(saved, [base, replaced])", "false"],
    ["stale-save.ts", 'observe" || isOld', 'observe"'],
  ]),
  ...within("lib/core/memory", "prune access stale mark-items", [
    ["prune.ts", "linesAfter(count) <= target", "linesAfter(count) < target"],
    ["prune.ts", "if (kept !== undefined)", "if (false)"],
    ["access.ts", 'tester: "relay"', 'tester: "direct"'],
    ["access.ts", "id.startsWith(`${type}-`)", "id.startsWith(type)"],
    ["prune.ts", " || isOpenEnded(item.tag)", ""],
    ["prune.ts", "return time < gateTime", "return time > gateTime"],
  ]),
  ...within("lib/core/memory", "reworded-items keep-id", [
    ["reworded-items.ts", "=== 1);", ">= 1);"],
    ["reworded-items.ts", "if (isOneEdit && isOne)", "if (isOne)"],
    ["identity.ts", "Math.max(left.next, ordinalIn(was.id, before) + 1)", "left.next"],
  ]),
  ...within("lib/core/memory", "curation-law archive-section finish-session", [
    ["prune.ts", 'return item.state === "archived" || item.state === "resolved";', "return true;"],
    ["change-sections.ts", "operation.includeOpen !== true", "false"],
    ["closed-section.ts", 'if (section.state !== "active") throw', "if (false) throw"],
    ["change-sections.ts", "archiveMarkOf(document, placed) ===", "archiveMarkOf(document, placed) !=="],
    ["edit-meta.ts", "if (meta.finished === null) return;", "return;"],
  ]),
  ...within("lib/core/context", "decide-conclusion gate-record", [
    ["gate.ts", "({ met }) => met === false", "() => false"],
    ["gate.ts", 'result === "APPROVED" ? { name: each, met: true }', "true ? { name: each, met: true }"],
    ["gate.ts", "({ met }) => met === undefined", "() => false"],
    ["gate.ts", "isNobody && !isNamed", "false"],
    ["gate-record.ts", "if (reading.result !== null) return appended(text, record);", ""],
    ["gate-record.ts", "if (says && hasVerdict) groups.push([]);", ""],
  ]),
  ...within("lib/core/text", "splice", [
    ["splice.ts", "start < done || ", ""],
    ["splice.ts", "a.start - b.start || a.end - b.end", "b.start - a.start"],
  ]),
  ...within("lib/core/knowledge", "resolve-knowledge", [
    ["resolve-knowledge.ts", "TOLERATED = 0.2", "TOLERATED = 0.3"],
    ["choose-candidates.ts", "PRIORITIES.indexOf(a.priority) -", "0 * PRIORITIES.indexOf(a.priority) -"],
    ["choose-candidates.ts", "if (entry.core) ask", "if (false) ask"],
  ]),
  ...within("lib/core/coach", "write-orientation find-across", [
    ["write-orientation.ts", "weigh(terms, 0.7)", "weigh(terms, 0)"],
    ["write-orientation.ts", "NAMED = 1.5", "NAMED = 0"],
    ["write-orientation.ts", "const words = shared +", "const words ="],
    ["statement.ts", "...(text.match(NUMBER_OR_DENIAL) ?? [])", ""],
    ["find-across.ts", "b.touches.length - a.touches.length", "a.touches.length - b.touches.length"],
  ]),
  ...within("lib/core/inbox", "may-wake", [
    ["item-news.ts", "default:\n      return target === reader.role || ", "default:\n      return "],
    ["item-news.ts", "if (reader.isOwn && actor === reader.role) return false;", ""],
    [
      "item-news.ts",
      'case "result.reported":\n      return reader.isLead;',
      'case "result.reported":\n      return true;',
    ],
  ]),
  ...within("lib/core/text", "find-secrets", [
    ["find-secrets.ts", "/AIza[\\w-]{35}", "/AIzb[\\w-]{35}"],
    ["find-secrets.ts", "(?<![A-Za-z0-9_]|\\\\w-)(?:${FORMS", "\\\\s(?:${FORMS"],
    ["find-secrets.ts", "if (isHash(value) && !isVariable", "if (!isVariable"],
    ["find-secrets.ts", "if (!isPlaceholder(token)) add", "if (false) add"],
    ["find-secrets.ts", "parts.push(text.slice(from, index), plain);", "parts.push(text.slice(from, index), sign);"],
    ["find-secrets.ts", "if (end > (held.at(-1)?.end ?? -1))", "if (held.length === 0)"],
  ]),
  ...within("lib/core/history", "merge-both", [
    [
      "stale-save.ts",
      "addAll(lines, text.slice(range.afterStart, range.afterEnd))",
      "lines.push(...text.slice(range.afterStart, range.afterEnd))",
    ],
  ]),
  {
    file: "lib/services/commit/set-aside.ts",
    text: "throw refusal;",
    by: "throw error;",
    tests: ["lib/soak/set-aside.test.ts"],
  },
];
