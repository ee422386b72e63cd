/** Where a text would belong better, and what to do about it. */
export interface Advice {
  belongsTo: string;
  hint: string;
}

/**
 * What to tell the writer of an item that does not belong in team memory: task progress, details of a code change, gate
 * results and personal learning, in English and Korean; null for all else. A guess from its words: it advises and never
 * refuses. Source: team memory §6, content not for team memory.
 */
export function adviceFor(tag: string | null, text: string): Advice | null {
  // What the Lead records as a gate is where it belongs.
  if (tag === "Gate") return null;
  const opening = text.slice(0, READ);
  return RULES.find((rule) => rule.signs.some((sign) => sign.test(opening)))?.advice ?? null;
}

/** What a text is about shows in its first lines; more of a hostile one would cost time that others wait for. */
const READ = 1000;

const RULES: { advice: Advice; signs: RegExp[] }[] = [
  {
    advice: {
      belongsTo: "gate record",
      hint: "Results of gates are kept in gate-record.yaml when the Lead concludes the gate.",
    },
    signs: [
      // Examples: "Gate 2 PASSED", "gate 3: APPROVED".
      /\bgate\s*#?\d*\s*[:—-]?\s*(?:is\s+|was\s+|has\s+)?(?:passed|failed|approved|rejected|conditional[ _]pass)\b/i,
      // Example: "게이트 2 통과".
      /게이트\s*\d*\s*(?:을|를|이|가)?\s*(?:통과|승인|반려|거절|실패)/,
    ],
  },
  {
    advice: {
      belongsTo: "task list",
      hint: "Report progress in the task itself; team memory is for what others need to know beyond it.",
    },
    signs: [
      // Examples: "task 12 is done", "Task #3: in progress".
      /\btasks?\s*#?\d*\s*[:—-]?\s*(?:is\s+|are\s+|was\s+|now\s+)*(?:done|completed?|finished|in[ -]progress|started|blocked|pending|\d+\s*%)/i,
      // Examples: "75% done", "progress: 3/5".
      /\b\d{1,3}\s*%\s*(?:done|complete[d]?|finished)\b|\bprogress\s*:\s*\d+/i,
      // Examples: "I started working on the parser", "starting task 3", "WIP: parser".
      /^\s*(?:i(?:'m| am| have|'ve)?\s+)?(?:just\s+)?(?:start(?:ed|ing)|finished|completed)\s+(?:work(?:ing)?|task)\b|^\s*wip\b/i,
      // Examples: "작업 3 완료", "태스크 진행 중", "진행률 80%".
      /(?:작업|태스크)\s*#?\d*\s*(?:을|를|이|가|은|는)?\s*(?:완료|시작|진행\s*중|끝)|진행률|진행\s*상[태황]\s*[:：]/,
    ],
  },
  {
    advice: {
      belongsTo: "task output",
      hint: "Put details of a code change into the task's own output; here, name the pattern or risk others meet.",
    },
    signs: [
      // Example: "diff --git a/x b/x", "@@ -1,4 +1,5 @@".
      /^\s*(?:diff --git |@@ -\d+)/m,
      // Examples: "changed line 42 of auth.ts", "renamed foo to bar in src/a.ts".
      /\b(?:changed|modified|edited|refactored|renamed|added|removed|deleted)\b.{0,60}\b(?:lines?\s+\d+|in\s+\S+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|c|cpp|h|cs|md))\b/i,
      // Example: "+42 -17 lines".
      /\+\d+\s*[/,]?\s*[-−]\d+\s*(?:lines?|줄)/i,
      // Examples: "auth.ts 42행 수정", "src/a.ts 파일을 변경함".
      /\S+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)\S*\s*(?:파일)?\s*(?:을|를|의)?\s*(?:\d+\s*(?:행|줄|라인).{0,10})?(?:수정|변경|삭제|추가)(?:함|했|하였|됨|완료|$)/,
    ],
  },
  {
    advice: {
      belongsTo: "agent memory",
      hint: "What you learned for yourself belongs in your agent memory, which outlives this session.",
    },
    signs: [
      // Examples: "I learned that …", "note to self: …", "lesson for me".
      /\b(?:i(?:'ve| have)?\s+learn(?:ed|t)|note to (?:my)?self|lesson(?:s)? (?:for me|learned)|(?:next|in the future),?\s+i\s+(?:will|should)|in general,?\s+i)\b/i,
      // Examples: "내가 배운 점", "개인 학습 메모", "다음에는 나는".
      /배운\s*점|배웠다|개인\s*(?:학습|메모)|다음(?:에는|부터는?)\s*(?:나는|내가)/,
    ],
  },
];
