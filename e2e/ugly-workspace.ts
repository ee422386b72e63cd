/** So many sessions, roles of the largest one, and items in all, as a workspace looks after a hard month. */
const SESSIONS = 14;
const ROLES = [
  ...["implementer-1", "implementer-2", "implementer-of-extraordinarily-long-and-winding-invoice-import-1"],
  ...["tester-1", "tester-2", "reviewer-1", "검토자-1", "مراجع-1", "researcher-1", "analyst-1"],
  ...["documenter-1", "release-manager-1", "security-1"],
];
const TAGS = ["Finding", "Pattern", "Decision", "Warning", "Dependency", "Conflict", "Question"];
const TEXTS = [
  "The tax service times out above 40 lines, and nobody retries it",
  "결제 모듈의 재시도 간격을 500ms로 정했습니다. `src/payment/retry.ts`를 보세요",
  "الفاتورة رقم 12 لا تحتوي على رقم ضريبي صالح",
  "🚚 Deliveries of `apps/portal/src/checkout/address/postcode-lookup-with-a-very-long-name.service.ts` are late",
  "Is_this_one_word_without_a_single_place_to_break_it_".repeat(5),
  "Two of three shoppers leave at the address form; the **second** field asks what the first has said already",
];

/** The largest session, which has an open gate to come, long names, and every script. */
export const UGLY_SESSION = "invoice-import-of-a-very-long-name-that-nobody-would-shorten-2026";

/** The files of an ugly workspace: 14 sessions, 13 roles, 700 items, several scripts, broken records. */
export function uglyFiles(): Record<string, string> {
  const names = [UGLY_SESSION, ...Array.from({ length: SESSIONS - 1 }, (_, at) => `session-${at + 1}`)];
  const files: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const roles = index === 0 ? ROLES : ROLES.slice(0, (index % 4) + 1);
    const each = index === 0 ? 30 : Math.ceil(310 / (SESSIONS - 1) / roles.length);
    const sections = roles.map((role, of) => {
      const items = Array.from({ length: each }, (_, at) => {
        const day = String((at % 20) + 1).padStart(2, "0");
        const text = TEXTS[(at + of + index) % TEXTS.length];
        return `- [${TAGS[(at * 3 + of) % TAGS.length]}] 2026-11-${day}T10:00:00Z ${text} (${of}.${at})`;
      });
      return `\n## ${role}\n${items.join("\n")}\n`;
    });
    const folder = `.agent/teams/${name}`;
    files[`${folder}/TEAM-MEMORY.md`] =
      `# TEAM-MEMORY — ${name}\n\n## Meta\n- Created: 2026-11-01\n\n## Lead\n- [Decision] Go\n${sections.join("")}`;
    files[`${folder}/global-context.md`] =
      `---\nversion: GC-v1\n---\n# Global Context\n\n## Scope\n- goal: ${TEXTS[index % TEXTS.length]}\n`;
  }
  files[`.agent/teams/${UGLY_SESSION}/phase-1/gate-record.yaml`] =
    "phase: 1\nresult: CONDITIONAL_PASS\ndate: 2026-11-12 09:30\ngc_version: GC-v1\nnote: a: b\n";
  files[`.agent/teams/${UGLY_SESSION}/phase-2/gate-record.yaml`] = "phase: 2\ndate: yesterday\n";
  return files;
}
