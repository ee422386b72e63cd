import { describe, expect, test } from "vitest";
import { readFleet } from "@/lib/core/coach/fleet";

/** Whether findings of two agents are reported as contradicting each other. */
function differ(first: string, second: string): boolean {
  const memories = [first, second].map((text, at) => ({
    agent: `agent-${at}`,
    path: `.kaizen/agents/agent-${at}/memory.md`,
    entries: [{ section: "finding" as const, text, line: 1 }],
  }));
  return readFleet({ memories, items: [] }).differences.length > 0;
}

describe("a difference", () => {
  test.each([
    ["Sessions expire after 30 minutes of inactivity", "The session lifetime is 24 hours"],
    ["Session lifetime is 30 minutes", "Session cookies stay valid for 24 hours"],
    ["User sessions live 30 minutes", "Sessions are valid for 24 hours"],
    ["Session TTL is set to 30 minutes in `src/auth/session.ts`", "Sessions last 24 h"],
    ["The session timeout is 30 minutes", "Sessions time out after 24 hours"],
    ["Login sessions end after 30 min", "A login session lasts one day"],
    ["We test with Jest", "Vitest replaced Jest in March"],
    ["Tests run with Jest; use `npm run test:unit`", "Vitest replaced Jest"],
    ["Use Jest for unit tests", "We migrated from Jest to Vitest"],
    ["The test runner is Jest", "The test runner is Vitest"],
    ["Jest is the test runner", "Jest was replaced by Vitest"],
    ["Unit tests are written in Jest", "Vitest has replaced Jest for unit tests"],
    ["The rate limit is 100 requests per minute", "Rate limiting allows 60 requests per minute"],
    ["API rate limit: 100 req/min", "API rate limit: 60 req/min"],
    ["Rate limit is 100 per minute", "Rate limit is 60 per minute"],
    ["The API is limited to 100 requests a minute", "Clients of the API get 60 requests a minute"],
    ["Rate limit on the public API is 100 requests/minute", "Public API clients are throttled at 60 requests/minute"],
    ["Pagination is cursor-based", "Pagination uses offset and limit"],
    ["All list endpoints use cursor pagination", "List endpoints take `offset` and `limit`"],
    ["The orders endpoint pages by cursor", "The orders endpoint uses offset pagination"],
    ["Cursor pagination everywhere", "We use offset pagination for lists"],
    ["PostgreSQL 15 in production", "Production runs on PostgreSQL 16"],
    ["The database is PostgreSQL 15", "We run Postgres 16"],
    ["Database: PostgreSQL 15.4", "The production database is PostgreSQL 16"],
    ["The free plan has 5 seats", "The free plan includes 3 seats"],
    ["Invoices are archived for 10 years", "Invoices are deleted after 7 years"],
    ["Uploads are limited to 10 MB", "The upload limit is 25 MB"],
    ["Password reset links expire after 15 minutes", "Reset links for passwords are valid for 24 hours"],
    ["Jobs are retried 3 times", "Failed jobs are retried 5 times"],
    ["The server listens on port 8080", "The server runs on port 3000"],
    ["Feature flags are read at startup only", "Feature flags are not read at startup only"],
    ["Money is stored as integer cents", "Amounts of money are stored as decimals"],
    ["Timestamps are stored in UTC", "Timestamps are stored in local time"],
    ["Cache entries live for 5 minutes", "Cache TTL: 1 hour"],
    ["세션은 30분 후 만료된다", "세션 유효 시간은 24시간이다"],
    ["세션 수명은 30분", "세션은 24시간 유지됨"],
    ["사용자 세션은 30분이 지나면 끊긴다", "세션 만료 시간은 24시간"],
    ["테스트는 Jest로 작성한다", "Vitest가 Jest를 대체했다"],
    ["단위 테스트 러너는 Jest이다", "Jest에서 Vitest로 전환했다"],
    ["테스트 프레임워크로 Jest를 사용한다", "Jest 대신 Vitest를 사용한다"],
    ["API 속도 제한은 분당 100회", "API 속도 제한은 분당 60회"],
    ["요청 제한은 분당 100건이다", "분당 60건까지 요청할 수 있다"],
    ["속도 제한은 분당 100 요청이다", "속도 제한은 분당 60 요청이다"],
    ["목록 API는 커서 기반 페이지네이션을 사용한다", "목록 API는 오프셋 페이지네이션이다"],
    ["페이지네이션은 커서 방식", "페이지네이션은 오프셋 방식"],
    ["PostgreSQL 15를 사용한다", "데이터베이스는 PostgreSQL 16"],
    ["운영 DB는 PostgreSQL 15", "DB 버전은 PostgreSQL 16이다"],
    ["파일 업로드는 10MB로 제한된다", "업로드 파일 크기는 최대 20MB이다"],
    ["캐시는 5분 동안 유지된다", "캐시 만료 시간은 1시간이다"],
    ["List endpoints use cursor pagination", "Pages are fetched by offset and limit"],
    ["Claims reach the insurer as XML", "The insurer takes claims as JSON only"],
    ["The text gateway accepts 50 messages per second", "Text gateway: the contract allows 10 messages per second"],
    ["The calendar widget is built on React 18", "The calendar widget was upgraded to React 19"],
    [
      "Locking keeps double bookings of rooms out",
      "Locking does not keep double bookings of rooms out: two came in July",
    ],
    ["라벨 프린터는 한글 폰트를 지원한다", "라벨 프린터는 한글 폰트를 지원하지 않으니 이미지로 보내야 한다"],
    ["재고 배치의 빌드는 Jenkins에서 돌린다", "재고 배치는 Jenkins에서 GitHub Actions로 옮겼다"],
    ["피킹 화면은 Redux를 쓴다", "피킹 화면은 Redux를 걷어내고 Zustand로 교체했다"],
  ])("is found between %s ↔ %s, whichever comes first", (first, second) => {
    expect(differ(first, second)).toBe(true);
    expect(differ(second, first)).toBe(true);
  });

  test.each([
    ["Sessions last 30 minutes", "Session ids are 24 bytes long"],
    ["The rate limit of login is 5 per minute", "The rate limit of search is 60 per minute"],
    ["Jest snapshots are slow", "Vitest replaced Jest"],
    ["The docs site still uses Jest examples from 2019", "Vitest replaced Jest"],
    ["Orders are paged by cursor", "Reports are paged by offset"],
    ["PostgreSQL 15 was dropped in March", "We run PostgreSQL 16"],
    ["We upgraded from PostgreSQL 15 to PostgreSQL 16", "We run PostgreSQL 16"],
    ["Staging is on PostgreSQL 16 already", "PostgreSQL 15 is what production has"],
    ["The mobile app keeps sessions for 90 days", "Sessions last 30 minutes"],
    ["The gateway timeout is 30 seconds", "The database timeout is 5 seconds"],
    ["The export takes 40 minutes", "The export runs every 6 hours"],
    ["The team has 5 members", "The team has 3 meetings a week"],
    ["A user has at most 5 devices", "A user has at most 3 addresses"],
    ["The suite has 1200 tests", "The suite takes 90 seconds"],
    ["Cache entries of prices live 5 minutes", "Cache entries of images live 1 hour"],
    ["로그인은 분당 5번으로 제한된다", "검색은 분당 60번으로 제한된다"],
    ["주문 내역은 커서로 나눈다", "보고서는 오프셋으로 나눈다"],
    ["결제 시간 초과는 30초다", "데이터베이스 시간 초과는 5초다"],
    ["세션은 30분 유지된다", "세션 아이디는 24바이트다"],
    ["스테이징은 Redis 7이다", "운영은 Redis 6이다"],
    ["예전에는 Jest를 썼다", "Vitest가 Jest를 대체했다"],
    ["가격 캐시는 5분이다", "이미지 캐시는 1시간이다"],
    ["Tests use SQLite as database", "The database is PostgreSQL"],
    ["The team has 5 members", "A pull request needs 2 members"],
    ["Messages are at most 500 characters", "Titles are at most 80 characters"],
    ["A page has at most 50 rows", "A report has at most 5000 rows"],
    ["Nightly jobs run on Node 18", "The API runs on Node 20"],
    ["Port 5432 is PostgreSQL", "Port 6379 is Redis"],
    ["The connection timeout is 5 seconds", "Idle connections live 10 minutes"],
    ["Doctors may block at most 8 weeks ahead", "Rooms may be blocked at most 12 weeks ahead"],
    ["Invoices are kept for 10 years", "Drafts of invoices are kept for 14 days"],
    ["Orders are kept for 2 years", "Archived orders are kept for 10 years"],
    [
      "A reminder goes out 48 hours before the appointment",
      "A second reminder goes out 2 hours before the appointment",
    ],
    ["안전 재고는 7일치다", "냉동 상품의 안전 재고는 3일치다"],
    ["Refunds above 500 euros need 2 people", "Refunds above 2000 euros need the director"],
    ["The provider charges 0.25 euros per card payment", "The provider charges 0.10 euros per bank transfer"],
  ])("is not found between %s ↔ %s", (first, second) => {
    expect(differ(first, second)).toBe(false);
    expect(differ(second, first)).toBe(false);
  });
});
