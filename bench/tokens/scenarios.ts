/** One edit of a context as a lead makes it: texts found once in the file, and what they become. */
export type Edit = [found: string, becomes: string][];

/** An update whose cost the convention states (context delta §7), made in each of the fixtures. */
export interface Scenario {
  name: string;
  /** Tokens and share saved as its table has them. */
  stated: { delta: number; saved: number };
  edits: Record<string, Edit>;
}

const EN = "invoice-import.md";
const KO = "cow-pipeline.ko.md";

/** The rows of its table, "Per-Update Savings", on contexts of about 2,600 tokens. */
export const SCENARIOS: Scenario[] = [
  {
    name: "1 decision added",
    stated: { delta: 200, saved: 0.92 },
    edits: {
      [EN]: [
        [
          "by a script | P3 |\n",
          "by a script | P3 |\n| D-7 | Rejected lines keep the raw text of the file beside the reason | Reviewers open the original in half of all cases, only to read one line of it | P3 |\n",
        ],
      ],
      [KO]: [
        [
          "끝까지 읽지 않는다 | P2 |\n",
          "끝까지 읽지 않는다 | P2 |\n| D-6 | 델타는 사람이 쓰지 않고 계산한다 | 손으로 쓴 델타 다섯 건 중 하나가 틀렸다 | P3 |\n",
        ],
      ],
    },
  },
  {
    name: "2-3 sections changed",
    stated: { delta: 500, saved: 0.81 },
    edits: {
      [EN]: [
        [
          "- Supplier self-service portal\n",
          "- Supplier self-service portal, including the status page that was asked for in the steering committee\n",
        ],
        [
          "- Assignment is exclusive for thirty minutes and renewed by any action in the case\n",
          "- Assignment is exclusive for twenty minutes and renewed by any action in the case\n- A case that was given back twice is shown to the team lead, with the names and the reasons of both\n",
        ],
        [
          "- **R-3:** the backfill competes with the month-end run for the same disks; it is throttled and stops by itself at 05:30\n",
          "- **R-3:** the backfill competes with the month-end run for the same disks; it is throttled and stops by itself at 05:30\n- **R-4:** the mail gateway is replaced in March; both are tested against the same recorded mails\n",
        ],
        [
          "- Is the mail gateway allowed to reject attachments over 25 MB, or must it store them and let the import fail?\n",
          "",
        ],
      ],
      [KO]: [
        ["- 외부 이슈 추적기 연동\n", "- 외부 이슈 추적기 연동 (2분기에 다시 논의)\n"],
        ["10초 이내\n", "5초 이내\n- **기록:** 모든 전송과 확인은 이력에 남고 지울 수 없다\n"],
        ["- 확인 응답 기한을 세션마다 다르게 둘 필요가 있는가?\n", ""],
        ["쓸 위험이 있다\n", "쓸 위험이 있다\n- **R-4:** 시계가 어긋난 장비에서는 확인 지연이 잘못 계산될 수 있다\n"],
      ],
    },
  },
  {
    name: "Status update only",
    stated: { delta: 100, saved: 0.96 },
    edits: {
      [EN]: [["- Phase 3: IN PROGRESS\n", "- Phase 3: COMPLETE (2026-02-16)\n"]],
      [KO]: [["- Phase 3: IN PROGRESS\n", "- Phase 3: COMPLETE\n"]],
    },
  },
  {
    name: "Phase transition",
    stated: { delta: 800, saved: 0.69 },
    edits: {
      [EN]: [
        ["- Phase 3: IN PROGRESS\n- Phase 4: PENDING\n", "- Phase 3: COMPLETE (2026-02-16)\n- Phase 4: IN PROGRESS\n"],
        [
          "by a script | P3 |\n",
          "by a script | P3 |\n| D-7 | Rejected lines keep the raw text of the file beside the reason | Reviewers open the original in half of all cases, only to read one line of it | P3 |\n| D-8 | The queue is partitioned by due date | The oldest entries are the only ones anybody asks for | P3 |\n",
        ],
        [
          "## File Ownership\n",
          `## Phase 3 Architecture Summary

The import is one service with three stages that share a database and nothing else. Each stage claims work, writes its events and releases the claim in one transaction, so that a killed worker leaves nothing behind. The canonical model was frozen after all three parsers passed the golden files, and the four matching rules were reviewed line by line with accounting.

Two findings changed the plan. The release constraint has to know who touched a case, so touching became an event of its own; and the backfill needs the same claim as the live import, or both would match the same order line. Neither moves a date.

**Gate result:** PASSED with one condition, the rehearsal on the staging replica before wave 3.

## File Ownership
`,
        ],
        [
          "| implementer-3 | `src/review/**`, `src/release/**`, `db/constraints/**` |",
          "| implementer-3 | `src/review/**`, `src/release/**`, `db/**` |",
        ],
        [
          "- Who owns the list of suppliers that are exempt from the order reference? Asked in the weekly meeting, no answer yet\n- May bank details appear in the quarterly export when the auditor is external? Legal answers by Friday\n",
          "- Who owns the list of suppliers that are exempt from the order reference? Purchasing does, from March on\n",
        ],
      ],
      [KO]: [
        ["- Phase 3: IN PROGRESS\n- Phase 4: PENDING\n", "- Phase 3: COMPLETE\n- Phase 4: IN PROGRESS\n"],
        [
          "끝까지 읽지 않는다 | P2 |\n",
          "끝까지 읽지 않는다 | P2 |\n| D-6 | 델타는 사람이 쓰지 않고 계산한다 | 손으로 쓴 델타 다섯 건 중 하나가 틀렸다 | P3 |\n",
        ],
        [
          "## File Ownership\n",
          `## Phase 3 Architecture Summary

읽기와 쓰기를 나누고, 쓰기는 문서마다 한 줄로 세운다. 변경은 원문의 위치를 찾아 그 자리만 고치므로 손대지 않은 바이트는 그대로 남는다. 델타는 두 문서에서 계산하고, 보내기 전에 다시 적용해 같은 문서가 나오는지 확인한다.

설계 검토에서 두 가지가 바뀌었다. 확인 응답은 역할이 아니라 배포된 버전에 묶이고, 게이트가 열려 있는 동안에는 배포가 거절된다. 일정에는 영향이 없다.

## File Ownership
`,
        ],
        ["- 보관된 항목을 언제까지 되돌릴 수 있어야 하는가?\n", ""],
      ],
    },
  },
];
