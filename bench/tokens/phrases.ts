/** What people write into contexts when something changes, by the language of the context. */
export const PHRASES = {
  en: {
    sentences: [
      "The import stays readable while it runs, and whoever looks sees the state of the last finished line.",
      "Two suppliers send the same file under different names, which the content hash alone does not show.",
      "Measured again after the upgrade, the median fell from eleven to seven seconds and nothing else moved.",
      "Legal answered: account numbers may leave the house for the yearly audit, but never for a test.",
      "A rehearsal with real volumes is booked for the second week, and its figures replace the estimate above.",
      "Whoever takes a case over reads its events first; the interface opens on them instead of on the form.",
    ],
    items: [
      "Retry of single lines instead of whole files",
      "Export of the rejected lines as a spreadsheet for the supplier",
      "Read-only access for the external auditor until the end of the quarter",
      "Alert when a mailbox has been silent for a day",
      "Archive of raw mails for ninety days",
    ],
    words: ["reviewed", "postponed", "confirmed", "measured", "agreed", "optional"],
    reason: "It was the cheaper of two ways that both passed the rehearsal",
    status: ["COMPLETE", "IN PROGRESS", "PENDING", "BLOCKED by legal"],
    summary: "Summary",
  },
  ko: {
    sentences: [
      "이전 작업이 끝나기 전까지 두 형식은 함께 읽히며, 쓰기는 새 형식으로만 이루어진다.",
      "지난주 재측정에서 확인까지 걸린 시간의 중앙값이 6분에서 2분으로 줄었다.",
      "리드가 자리를 비운 동안 들어온 변경은 모아서 한 번에 보내기로 합의했다.",
      "실제 세션 열두 개를 다시 돌려 보니 누락된 항목은 하나도 없었다.",
      "게이트 직전의 변경은 다음 단계로 미루고 이유를 기록에 남긴다.",
      "팀원이 바뀌면 전체 컨텍스트를 먼저 읽고 나서 메모리를 읽는다.",
    ],
    items: [
      "세션별 확인 기한 설정",
      "보관된 항목의 일괄 복원",
      "외부 감사자를 위한 읽기 전용 보기",
      "하루 동안 조용한 역할에 대한 알림",
      "오래된 델타의 자동 정리",
    ],
    words: ["검토됨", "보류됨", "확정됨", "측정됨", "합의됨", "선택"],
    reason: "두 방법 모두 시연을 통과했고 이쪽이 더 저렴했다",
    status: ["COMPLETE", "IN PROGRESS", "PENDING", "법무 검토 대기"],
    summary: "요약",
  },
} as const;

export type Phrases = (typeof PHRASES)["en"] | (typeof PHRASES)["ko"];
