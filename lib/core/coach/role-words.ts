/**
 * What agents of a role usually care about, by a part of the role's name: all that is known of one that has neither a
 * definition nor a memory yet.
 */
const CARES: readonly { role: RegExp; words: string }[] = [
  {
    role: /test|qa|quality|테스/i,
    words: "tests fixtures suite coverage flaky regression assertions e2e 픽스처 회귀 커버리지",
  },
  { role: /review|리뷰|검토/i, words: "reviews pull requests diff naming merge 리뷰 병합" },
  {
    role: /architect|design(?!er)|설계|아키/i,
    words: "architecture boundaries interfaces schema contracts modules dependencies 구조 모듈 의존성",
  },
  {
    role: /secur|보안/i,
    words:
      "secrets tokens passwords permissions access encryption audit vulnerabilities certificates 비밀번호 권한 암호화 인증서",
  },
  {
    role: /release|deploy|ops|sre|devops|운영|배포|출시/i,
    words: "deploys rollback flags migrations monitoring alerts backups releases 배포 롤백 백업 알림",
  },
  {
    role: /front|web|ui|designer|디자/i,
    words: "screens forms buttons accessibility browser components styling layout 화면 버튼 접근성",
  },
  {
    role: /back|api|server|백엔드/i,
    words: "database endpoints queries queue transactions migrations cache 데이터베이스 트랜잭션 캐시",
  },
  {
    role: /data|analyst|research|분석|조사/i,
    words: "measurements queries reports interviews evidence metrics 지표 보고서",
  },
  { role: /integrat|통합/i, words: "merge branches conflicts integration interfaces 병합 충돌 연동" },
  { role: /doc|writer|문서/i, words: "documentation readme changelog guides glossary 문서 안내" },
  {
    role: /implement|develop|engineer|coder|구현|개발/i,
    words: "modules interfaces migrations refactoring dependencies transactions 모듈 리팩터링",
  },
];

/** Words that tell what an agent of this name will care about; "" for a name that says nothing. */
export function wordsOfRole(agent: string): string {
  return CARES.flatMap(({ role, words }) => (role.test(agent) ? [words] : [])).join(" ");
}
