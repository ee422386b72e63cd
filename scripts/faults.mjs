// The faults that `npm run mutation` plants, each where a mistake would hurt: the file, a text that stands in it exactly once,
// what takes its place, and the tests of which at least one has to fail then.

/** @typedef {{file: string, text: string, by: string, tests: string[]}} Fault */

/**
 * @param {string} folder Where the files and tests are.
 * @param {string} tests Their names, without `.test.ts` unless they are of another kind.
 * @param {[file: string, text: string, by: string][]} faults
 * @returns {Fault[]}
 */
function within(folder, tests, faults) {
  const named = tests.split(" ").map((name) => `${folder}/${name}${/\.tsx?$/.test(name) ? "" : ".test.ts"}`);
  return faults.map(([file, text, by]) => ({ file: `${folder}/${file}`, text, by, tests: named }));
}

/** @type {readonly Fault[]} */
export const FAULTS = [
  ...within("lib/core/context", "decisions", [
    ["update-message.ts", "if (given.contextLost)", "if (false)"],
    ["update-message.ts", "> 1) return", "> 2) return"],
    ["update-message.ts", "given.deltaTokens >", "given.deltaTokens <"],
    ["update-message.ts", "if (given.fullRequested)", "if (false)"],
    ["gate.ts", '!hasConfirmed(versionNumber(role.confirmed ?? ""), versionNumber(version) ?? 0)', "false"],
    ["gate.ts", ' && waiver.reason.trim() !== ""', ""],
    ["ack.ts", "if (!totals.includes(ack.total))", "if (false)"],
    ["ack.ts", "sameAck(before, ack))", "false)"],
    ["ack.ts", ") < confirmed", ") < -1"],
    ["ack.ts", "UNCLEAR_SHARE = 0.5", "UNCLEAR_SHARE = 0.9"],
  ]),
  ...within("lib/core/context", "run", [
    ["run.ts", "Math.min(oldest, version)", "Math.max(oldest, version)"],
    [
      "run.ts",
      "oldest === null || version === null ? null :",
      "oldest === null ? version : version === null ? oldest :",
    ],
    ["run.ts", 'own.filter((run) => stateOf(run, now, limits) !== "ended")', "own"],
    ["run.ts", "return named.length > 0 ? named :", "return"],
    ["run.ts", 'if (since >= endedMs(limits)) return "ended";', ""],
    ["run.ts", "return `${id}@${role}`;", "return role;"],
  ]),
  ...within("lib/hook", "runs", [
    ["acknowledge.ts", "identity.instance, text, lostAt(ledger, identity)]", "role, text]"],
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
    ["item-news.ts", "if (isOwnDeed(reader, happening)) return false;", ""],
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
  ...within("lib/api", "rights-matrix", [
    ["../core/access/decide-access.ts", ' || role === "Lead"', ""],
    ["../core/access/decide-access.ts", "target.workspace !== workspace)", "false)"],
    ["../core/access/decide-access.ts", "(isOwner(subject) ? null : notTheOwner", "(true ? null : notTheOwner"],
    ["../core/access/decide-access.ts", 'isLead(subject) || subject.kind === "curator" ? null', "true ? null"],
  ]),
  ...within("lib/services/access", "../workspace/credential-book sign-in login-attempts descent", [
    ["login-attempts.ts", "this.#overall.failed - FREE_OVERALL)", "0)"],
    ["people.ts", ": credentials.has(by);", ": false;"],
    // A credential that ends while it is looked up must not be remembered as one that holds.
    ["../workspace/credential-book.ts", "if (this.#ends === endsBefore) ", ""],
    ["../workspace/credential-book.ts", "row.revokedAt !== null || ", ""],
    ["authentication.ts", 'if (row.kind === "browser" || row.kind === "identity") throw unknown();', ""],
    [
      "authentication.ts",
      "await ownerToken.assertIs",
      'if (token.startsWith("wr_")) throw unknown();\nawait ownerToken.assertIs',
    ],
  ]),
  ...within("lib/services/commit", "two-at-once recorded/apart recorded/taken-over live-feed", [
    ["committer.ts", "if (!alone && this.hasFolders) this.#forget();", ""],
    ["committer.ts", "if (!alone) this.log.doubt();", ""],
    ["copies.ts", "if (this.#event > 0 && (", "if (false && ("],
    ["live-feed.ts", "if (goesOn(event))", "if (true)"],
  ]),
  ...within("components/memory", "optimistic use-curation.test.tsx", [
    ["optimistic.ts", "? change(item) : item", "? change(item) : change(item)"],
    ["optimistic.ts", " && section.items.every((each) => each.id !== item.id)", ""],
    ["use-curation.ts", '{ state: "archived" }', "{}"],
    ["use-curation.ts", "items.filter(({ id }) => id !== relay.id)", "items"],
  ]),
  ...within("components/shell", "use-change.test.tsx", [
    ["use-change.ts", "tell(false);", "tell(true);"],
    ["use-change.ts", "for (const each of takeBack) each();", ""],
    ["use-change.ts", "client.setQueryData(queryKey, (data: unknown)", "void ((data: unknown)"],
    ["use-change.ts", "past.filter((each) => each !== made)", "past"],
    // What left the list before the server had answered would never be back.
    ["use-change.ts", "client.invalidateQueries({ queryKey })", "Promise.resolve(queryKey)"],
  ]),
  ...within("components/overview", "hold-new.test.tsx", [
    ["needs-list.tsx", "latest.filter((need) => known.has(need.key))", "latest"],
    ["needs-list.tsx", "!isThere || ", ""],
    ["../shell/use-steady.ts", "if (next === null) setSeen(latest);", ""],
  ]),
  ...within("lib/client", "call", [
    ["call.ts", 'value === undefined || value === ""', "false"],
    ["call.ts", "encodeURIComponent(String(params[name]))", "String(params[name])"],
  ]),
  ...within("lib/client", "refresh", [["refresh.ts", 'lists.add("agents")', ""]]),
  ...within("lib/core", "../client/refresh", [["coalesce.ts", "if (!again) return;", "return;"]]),
  ...within("lib/services", "context/deliveries", [
    ["context/catch-up.ts", "if ((known?.confirmed ?? 0) >= latest.number) return false;", ""],
    ["context/catch-up.ts", " || memoryOf(memory).meta.finished !== null", ""],
  ]),
  ...within("lib/services", "../cli/commands/token", [
    ["inbox/teammate-acts.ts", "if (own !== undefined) allow(caller, own.deed, { role: own.role });", ""],
  ]),
  ...within("lib/services", "../soak/truth", [
    [
      "context/gate-case.ts",
      "const counted = { state, tag: item.tag };",
      "const counted = { state: item.state, tag: item.tag };",
    ],
    ["context/context-versions.ts", 'standing(row.number) === "confirmed"', "sent(row.number).length > 0"],
    [
      "sessions/session-summary.ts",
      "countItems(itemsBySection.get(state).flat())",
      "countItems(itemsBySection.get(state)[0] ?? [])",
    ],
    [
      "../core/search/entries-of.ts",
      "    state,\n    place: `/sessions",
      "    state: item.state,\n    place: `/sessions",
    ],
  ]),
  ...[
    ["lib/contracts/shapes.ts", "return z.string().meta(", "return given.meta("],
    [
      "lib/services/files/files.ts",
      'kind === "file" && isDocumentFile(path)',
      'kind === "file" && path.endsWith(".md")',
    ],
  ].map(([file = "", text = "", by = ""]) => ({ file, text, by, tests: ["lib/api/any-files.test.ts"] })),
  {
    file: "lib/store/server-file.ts",
    text: "content).catch(report);",
    by: "content);",
    tests: ["lib/services/commit/read-only-database.test.ts"],
  },
  {
    file: "lib/core/faults/propose-fix.ts",
    text: "tries.left -= current.text.length;",
    by: "",
    tests: ["lib/core/faults/propose-fix.test.ts"],
  },
  {
    file: "lib/cli/replica/replica.ts",
    text: "if ((await this.tools.checkout.foreign(path)) !== null) return 0;",
    by: "",
    tests: ["lib/cli/replica/foreign-files.test.ts"],
  },
  {
    file: "lib/core/places/own-folder.ts",
    text: "hash(JSON.stringify([root, identity]))",
    by: "hash(root)",
    tests: ["lib/cli/replica/hostile-state.test.ts"],
  },
  {
    file: "lib/core/places/link-rights.ts",
    text: "if (shut !== null) return shut;",
    by: "",
    tests: ["lib/services/files/doors.test.ts"],
  },
  {
    file: "lib/core/places/our-files.ts",
    text: "if (refused !== null) return",
    by: "if (refused?.name === path) return",
    tests: ["lib/core/places/our-files.test.ts"],
  },
  ...[
    ["lib/core/inbox/item-news.ts", "if (isOwn || isTold) continue;", "if (isTold) continue;"],
    ["lib/core/inbox/tell-news.ts", "if (isMine || decided.has(id)) return [];", "if (isMine) return [];"],
    ["lib/core/inbox/entry.ts", "concerns && !isOwn }) <= 2", "concerns && !isOwn }) <= 1"],
    ["lib/core/memory/role-id.ts", " && !continues(within.slice(at + wanted.length))", ""],
    ["lib/db/readings.ts", '"mark" <= excluded', '"mark" >= excluded'],
    ["lib/services/inbox/look-at-inbox.ts", "glance.last === null && glance.unseen === 0", "glance.unseen === 0"],
  ].map(([file = "", text = "", by = ""]) => ({
    ...{ file, text, by },
    tests: ["lib/services/inbox/inbox.test.ts", "lib/services/inbox/inbox-law.test.ts"],
  })),
  ...within("lib/services/inbox", "presence", [
    ["claims.ts", "minutes * 60_000", "minutes * 1000"],
    ["claims.ts", "all.filter((other) => !isReplaced(other))", "all"],
    ["presence.ts", "await assertPresent(await sessions.get(caller, params), role);", ""],
    ["presence.ts", "shown: versionOrNull(teammate?.shown)", "shown: versionOrNull(teammate?.role.confirmed)"],
    ["../../core/inbox/tell-news.ts", 'if (ended.has(word("claim"))) return [];', ""],
    ["../../core/inbox/tell-also.ts", "lines.set(target, payload.text)", "lines.set(actor + at, payload.text)"],
  ]),
  ...within(
    "lib/services/inbox",
    "questions by-time asked-with-ack ../../core/memory/question ../../core/inbox/tell-news",
    [
      ["questions.ts", "for (const each of [role, asker])", "for (const each of [asker])"],
      ["questions.ts", "if (role === asker)", "if (false)"],
      ["questions.ts", "const closes = isLead(caller) || isAsker;", "const closes = false;"],
      ["questions.ts", "if (isLead(caller)) await awaitAgain(draft, session, row.asker);", ""],
      ["../../core/inbox/tell-news.ts", "reader.isOwn && !question.isAnswered", "reader.isOwn"],
      ["../../core/inbox/tell-news.ts", "question?.to === reader.role && ", "question !== undefined && "],
      ["../../core/memory/question.ts", 'return state === "seen";', "return true;"],
      ["../../core/inbox/by-time.ts", "if (sign === null) return [];", ""],
    ],
  ),
  ...within("lib/services/inbox", "inbox ../context/cited ../../core/inbox/tell-news", [
    [
      "../../core/inbox/tell-news.ts",
      'return created.has(id) ? [] : [{ ...entry, kind: "withdrawn"',
      'return [{ ...entry, kind: "withdrawn"',
    ],
    ["../../core/inbox/tell-news.ts", "if (!isMine && created.has(id)) return [];", "if (!isMine) return [];"],
    ["../../core/inbox/item-news.ts", "!stillCites(cited, text) || ", ""],
    ["../../core/inbox/item-news.ts", "!(isMine || (reader.isLead && !isCode))", "!reader.isLead"],
    ["../../core/inbox/item-news.ts", 'happening.action === "item.confirmed" ? itemsOf(happening).ids : []', "[]"],
    ["../../core/inbox/item-news.ts", "words.toLowerCase()", "words"],
  ]),
  ...within("lib/services/memory", "said-already ../../core/inbox/nearly-same", [
    ["assert-unsaid.ts", "each.role !== role && each.role !== reader", "true"],
    ["assert-unsaid.ts", "const standing = [...items, ...relays];", "const standing = items;"],
    ["assert-unsaid.ts", "unread.add(payload.relay);", ""],
    ["../../core/inbox/said-already.ts", "if (about.some(({ id }) => text.includes(id))) return [];", ""],
    ["../../core/inbox/said-already.ts", 'each.near === "subject" && isUnread(each.id)', 'each.near === "subject"'],
    ["../../core/inbox/said-already.ts", "numbers < fewerNumbers || ", ""],
    ["../../core/inbox/said-already.ts", "|| (share === 1 && sayAlike(a, b))", ""],
    ["../../core/inbox/said-already.ts", "given.size === numbers.size && ", ""],
    ["../../core/text/marks.ts", '.replace(ASIDE, " ")', ""],
  ]),
  ...within("lib/services/agents", "../../mcp/agent-owner", [
    ["agent-sessions.ts", "sessionKey: caller.sessionKey,", "sessionKey: null,"],
  ]),
  ...within("lib/services/commit", "secrets", [
    ["../context/deliveries.ts", "withholdSecrets(row.message, contextIn(row))", "row.message"],
    ["../inbox/look-at-inbox.ts", "mapTexts(fitting, (text) => withholdSecrets(text))", "fitting"],
    ["refuse-secrets.ts", "act.effects.filter(isSaid)", "act.effects.slice(0, 0)"],
    ["../context/acknowledgements.ts", "held > 0 && { heldBack: held }", "false && { heldBack: held }"],
  ]),
  ...within("lib/api", "secret-doors", [
    ["../services/commit/refuse-secrets.ts", '"put-version",', ""],
    ["../services/knowledge/team-sessions.ts", "agreements: body.agreements,", ""],
  ]),
  ...within("lib/hook", "enforcement", [["decide-tool.ts", "if (secret !== null) {", "if (false) {"]]),
  ...within("lib/services/inbox", "remembered-law same-files-law runs-law", [
    ["read-by-time.ts", "claims: claims.filter(({ until }) => until > now)", "claims"],
    ["../workspace/last-known.ts", "known?.at === at && known.of", "known?.of"],
    ["put-question.ts", 'tag: "Question", text }', 'tag: "Question", text: `${text} (${role})` }'],
    ["inbox.ts", "event >= known.event && known.updates.every((id) => updates.includes(id))", "true"],
    ["inbox.ts", " && Math.abs(draft.now.getTime() - before.getTime()) < FRESH_MS", ""],
    ["../context/gate-case.ts", "role.endedAt === null && isCurrent(role)", "isCurrent(role)"],
    ["../context/acknowledgements.ts", "known?.lostAt ?? knowsSince(sent, run) ?? seat.addedAt", "seat.addedAt"],
    ["../context/acknowledgements.ts", "      confirmed,\n", "      confirmed: number,\n"],
    ["../context/acknowledgements.ts", "by.isSaidByAnother ?", "by.isAway ?"],
  ]),
  ...within("lib/db/postgresql", "away", [["explain.ts", "57P0[1-5])$/", "57P09)$/"]]),
  ...within("lib/db", "../services/history/verify-rows ../services/commit/journal", [
    ["protected.ts", "  Relay: IN_SESSION,\n", ""],
    ["seals.ts", "if (!isSound) continue;", ""],
    ["seals.ts", "!this.isOn || this.keys.some(", "true || this.keys.some("],
    ["seals.ts", "root.isSound && root.turn >= (last?.turn ?? 0)", "root.isSound"],
    ["inspect.ts", "had !== has || before !== now", "had !== has"],
    ["inspect.ts", "if (seal === undefined) found", "if (false) found"],
    ["../services/history/compare-witness.ts", "root.turn > mark.turn ||", "root.turn > 0 ||"],
  ]),
  ...within("lib/services/access", "viewers", [["viewers.ts", " || row.workspaceId !== params.workspace", ""]]),
  ...within("lib/services/inbox", "remarks", [["assignments.ts", ".filter(({ endedAt }) => endedAt === null)", ""]]),
  ...within("lib/services/commit", "bad-files saves-in-a-row late-saves", [
    ["committer.ts", "discardAll(waiting);\n      throw error;", "throw error;"],
    ["record-found.ts", "stored.binary || isFound ? stored : ((await repaired()) ?? stored)", "stored"],
    ["late-saves.ts", "(shown === null ? safe : recent[shown])", "safe"],
  ]),
  ...within("lib/store", "git-watch", [
    ["git-watch.ts", "!isCommit && ", ""],
    ["git-watch.ts", "(this.#seen !== null && !isSettled && isIn(written, this.#seen))", "false"],
    ["git-watch.ts", "moved.some((at) => isIn(written, { from: at - QUIET_MS, until: at }))", "false"],
  ]),
  ...within("lib/cli/replica", "kill-points unfinished-merge", [
    ["keep-in-step.ts", "await checkout.tellLate((save) => replica.late(save));", ""],
    ["replica.ts", 'isLost || isEdit || step === "pull" ? await this.#restOfGit() : 0', "0"],
  ]),
  ...within("components/history", "timeline-rows", [["timeline-rows.ts", "one.session === other.session &&", ""]]),
  ...within("components/settings", "viewers", [["credentials.tsx", "Number(days) * DAY", "Number(days)"]]),
  ...within("lib/client", "stream", [["stream.ts", "Math.min(failures++, RETRIES.length - 1)", "failures++"]]),
];
