import { invalidField } from "@/lib/core/errors";
import { looksLike } from "@/lib/core/text/look-alike";
import type { MemoryDocument, MemorySection, SectionState } from "@/lib/core/memory/model";

interface SectionHeading {
  role: string;
  state: SectionState;
  note: string | null;
  /** Where `[REPLACED]` and `[ARCHIVED…]` stand, as offsets of the words. */
  marks: { start: number; end: number }[];
}

/**
 * The role id, state and note of a heading's words. The role id is what is left without a leading `[REPLACED]` or
 * `[ARCHIVED…]`, a trailing `[ARCHIVED — …]` and a trailing `( … )`; it is compared exactly, its case aside: `Lead` and
 * `Meta` are spelled so, all others in lower case. Source: team memory §4 (section headers), curation format.
 */
export function parseSectionHeading(words: string): SectionHeading {
  const marks: SectionHeading["marks"] = [];
  let state: SectionState = "active";
  let note: string | null = null;
  let start = 0;
  let end = words.length;

  if (words.length > LONGEST_HEADING) return { role: foldRoleId(words), state, note, marks };

  const mark = (match: RegExpExecArray, at: number) => {
    marks.push({ start: at, end: at + match[0].trim().length });
    if (/^\[replaced/i.test(match[0].trim())) state = "replaced";
    else if (state === "active") state = "archived";
    const said = (match[1] ?? "").replace(/^[\s—–:-]+/, "").trim();
    if (said) note ??= said;
  };

  for (;;) {
    const rest = words.slice(start, end);
    const leading = LEADING_MARK.exec(rest);
    if (leading !== null) {
      mark(leading, start + rest.length - rest.trimStart().length);
      start += leading[0].length;
      continue;
    }
    const trailing = TRAILING_MARK.exec(rest);
    if (trailing !== null) {
      mark(trailing, start + trailing.index + trailing[0].length - trailing[0].trimStart().length);
      end = start + trailing.index;
      continue;
    }
    const opening = findTrailingParenthesis(rest);
    // A heading that is nothing but a parenthesis is named by it.
    if (opening > 0 && rest.slice(0, opening).trim() !== "") {
      const said = rest.slice(opening).trim().slice(1, -1).trim();
      if (said) note ??= said;
      end = start + opening;
      continue;
    }
    return { role: foldRoleId(rest), state, note, marks };
  }
}

/** The one spelling of a role id: composed characters, single spaces, lower case; `Lead` and `Meta` excepted. */
export function foldRoleId(name: string): string {
  const folded = name.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
  return folded === "lead" ? "Lead" : folded === "meta" ? "Meta" : folded;
}

/** Where the last balanced `( … )` that ends the words begins; -1 without one. */
function findTrailingParenthesis(words: string): number {
  const trimmed = words.trimEnd();
  if (!trimmed.endsWith(")")) return -1;
  let depth = 0;
  for (let index = trimmed.length - 1; index >= 0; index--) {
    if (trimmed[index] === ")") depth++;
    else if (trimmed[index] === "(" && --depth === 0) return index;
  }
  return -1;
}

/** Example: `[REPLACED] `, `[ARCHIVED — Phase 2] `. */
const LEADING_MARK = /^\s*\[(?:REPLACED|ARCHIVED)\b([^\]]*)\]\s*/i;

/** Example: ` [ARCHIVED — Phase 2 Complete]`. */
const TRAILING_MARK = /(?<!\s)\s*\[(?:REPLACED|ARCHIVED)\b([^[\]]*)\]\s*$/i;

/** Longer ones are prose; looking for marks in them takes time that grows with the square of their length. */
const LONGEST_HEADING = 1000;

/**
 * A role id in its one spelling (lower case, composed; `Lead` excepted): letters and digits of any script with `-`, `_`
 * and `.` between them, 64 characters at most, so that it is one word of a heading, a URL and a file name alike.
 * Anything else, and the reserved `Meta`, is invalid_input. Source: team memory §4 (section headers).
 *
 * @param path where the id stood in the request, such as `roles.0.id`
 */
export function assertRoleId(value: string, path = "role"): string {
  const role = value.isWellFormed() ? foldRoleId(value) : "";
  if (role === "Lead") return role;
  if (role === "Meta") throw invalidField(path, "Meta is a reserved name.", "Name a teammate.");
  if (RESERVED.some((name) => looksLike(value, name))) {
    throw invalidField(
      path,
      `${JSON.stringify(value.slice(0, LONGEST))} looks like a reserved name.`,
      "Name a teammate.",
    );
  }
  if (hasFormOfRole(role)) return role;
  const message = `${JSON.stringify(value.slice(0, LONGEST))} cannot be the id of a role.`;
  throw invalidField(path, message, `Use letters, digits, - and _, at most ${LONGEST} of them, such as implementer-1.`);
}

/** The id of whoever acts, as `assertRoleId` gives it: the Lead or a teammate, and no section of text such as `Log`. */
export function assertActingRole(value: string, path = "role"): string {
  const role = assertRoleId(value, path);
  if (isRoleName(role)) return role;
  const message = `${role} is what a section of text is called, not a teammate.`;
  throw invalidField(path, message, "Name a teammate, such as implementer-1. The Lead writes into sections of text.");
}

/** The id of a role to be added, as `assertActingRole` gives it; `Lead` is reserved too. */
export function assertNewRoleId(value: string, path = "role"): string {
  const role = assertActingRole(value, path);
  if (role !== "Lead") return role;
  throw invalidField(
    path,
    "Lead is a reserved name.",
    "The Lead is there already; give the teammate a name of its own.",
  );
}

/**
 * Whether a section of that name is a role's: a name that a role may have, and none of those under which people keep
 * something else, such as `Log` or `Summary`. All others are sections of text, which the Lead alone writes.
 */
export function isRoleName(role: string): boolean {
  return role === "Lead" || (hasFormOfRole(role) && !TEXT_SECTIONS.has(role));
}

/** Whether a folded name is made as the id of a role is. */
function hasFormOfRole(role: string): boolean {
  return ROLE_ID.test(role) && !role.includes("..") && role.length <= LONGEST;
}

/** What people call sections that are no teammate's, as `foldRoleId` gives it. Source: real team memories. */
const TEXT_SECTIONS = new Set(
  (
    "log logs changelog history timeline summary summaries overview status progress notes note remarks background context " +
    "scope goal goals objective objectives decisions findings questions conflicts risks issues todo todos tasks backlog " +
    "agenda references links resources glossary appendix metadata readme index contents archive archived misc other general " +
    "journal minutes recap introduction purpose roadmap assumptions requirements constraints dependencies blockers learnings " +
    "warnings patterns outcome outcomes result results conclusion conclusions description details updates " +
    "zusammenfassung protokoll übersicht verlauf notizen entscheidungen fragen ziele aufgaben risiken anhang " +
    "résumé historique aperçu décisions objectifs tâches risques annexe remarques " +
    "resumen resumo registro bitácora historial histórico notas decisiones decisões preguntas perguntas objetivos tareas tarefas " +
    "riesgos riscos anexo riepilogo decisioni domande obiettivi samenvatting logboek overzicht besluiten vragen " +
    "журнал история итоги обзор заметки решения вопросы цели задачи риски " +
    "概要 要約 まとめ 記録 ログ 履歴 メモ 目的 背景 決定 決定事項 質問 課題 参考 付録 用語集 " +
    "摘要 总结 概述 日志 记录 历史 笔记 备注 目标 决定 决策 问题 任务 风险 附录 總結 日誌 記錄 " +
    "ملخص سجل ملاحظات قرارات أسئلة أهداف مخاطر סיכום יומן הערות החלטות שאלות מטרות " +
    "요약 개요 기록 로그 이력 메모 참고 현황 진행상황 배경 목표 범위 결정 결정사항 질문 할일 목차 부록 용어 용어집 회의록 메타"
  ).split(" "),
);

const RESERVED = ["Lead", "Meta"];

/** Longer names make headings and tables unreadable. */
const LONGEST = 64;

/** Example: `implementer-1`. */
const ROLE_ID = /^[\p{Ll}\p{Lo}\p{N}](?:[\p{Ll}\p{Lo}\p{M}\p{N}._-]*[\p{Ll}\p{Lo}\p{M}\p{N}])?$/u;

/** The sections of a memory that are a role's, in file order; the others are text that the Lead keeps. */
export function roleSections({ sections }: MemoryDocument): MemorySection[] {
  return sections.filter(({ role }) => isRoleName(role));
}

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
