import { expect, test } from "vitest";
import { adviceFor } from "@/lib/core/memory/advice";

test.each([
  ["task list", "Task 12 is done"],
  ["task list", "task #3: in progress"],
  ["task list", "Parser rewrite 75% complete"],
  ["task list", "I started working on the parser"],
  ["task list", "WIP: parser"],
  ["task list", "작업 3 완료"],
  ["task list", "로그인 태스크 진행 중"],
  ["task list", "진행률 80%"],
  ["task output", "diff --git a/x.ts b/x.ts"],
  ["task output", "Changed line 42 of the parser"],
  ["task output", "Renamed foo to bar in src/a.ts"],
  ["task output", "auth.ts 42행 수정"],
  ["task output", "src/a.ts 파일을 변경함"],
  ["gate record", "Gate 2 PASSED"],
  ["gate record", "gate 3: approved with waivers"],
  ["gate record", "게이트 2 통과"],
  ["agent memory", "I learned that fast-check shrinks well"],
  ["agent memory", "Note to self: read the docs first"],
  ["agent memory", "이번에 배운 점: 테스트 먼저"],
])("%s: %s", (belongsTo, text) => {
  const advice = adviceFor("Finding", text);
  expect(advice?.belongsTo).toBe(belongsTo);
  expect(advice?.hint).toBeTruthy();
});

test.each([
  "API v2에서 rate limit 100/min 확인",
  "auth 모듈은 singleton 패턴",
  "Vitest 대신 Jest 사용 결정",
  "breaking change in v3.0 migration",
  "lodash@4.17 필수 (이전 버전 불가)",
  "implementer-1 auth path 변경 → import 충돌",
  "Lead 확인 필요: API endpoint 변경 여부",
  "The task queue drops messages above 1 MB",
  "Gate criteria ask for a load test",
  "A finished order cannot be edited",
  "src/auth/ is a singleton; import it from src/auth/session.ts",
  "95% of requests finish within 40 ms",
  "완료된 주문은 수정할 수 없다",
])("nothing is said about: %s", (text) => {
  expect(adviceFor("Finding", text)).toBeNull();
});

test("a gate of the Lead is in its place", () => {
  expect(adviceFor("Gate", "Gate 2 PASSED")).toBeNull();
});
