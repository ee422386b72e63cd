import { isHangul, stemWord } from "@/lib/core/coach/stem-word";

/** What a value is a value of, where a word says so: `lasts`, `유지` and `deleted after` all speak of a lifetime. */
export type Attribute =
  "lifetime" | "interval" | "timeout" | "limit" | "attempts" | "duration" | "size" | "port" | "start" | "cost";

const ATTRIBUTES: Record<Attribute, string> = {
  lifetime:
    "last lasts lasting live lives living lifetime lifespan expire expires expired expiry expiration ttl valid validity survive survives end ends keep keeps kept retain retained retention delete deleted deletes purge purged removed rotate rotated rotation hold holds archived lives stays stay 만료 유효 유지 수명 보관 보존 삭제 비워 지나 지속 남긴 남는 교체 바꾼 살아 끝나 종료",
  interval:
    "every interval poll polls polling rebuilt often frequency schedule scheduled cron 마다 주기 간격 매일 매시간 매분 갱신",
  timeout: "timeout timeouts 타임아웃 초과",
  limit:
    "limit limits limited cap caps capped max maximum most allow allows allowed up capacity hold holds fit fits 제한 한도 상한 최대 까지 허용 정원 들어간 들어갈 담을 담는 이하",
  attempts: "retry retries retried retrying attempt attempts tries tried times give gives 재시도 재전송 시도 포기 다시",
  duration: "take takes takes taking duration 걸린 걸리 소요",
  size: "size wide width high height weigh weighs 크기 너비 높이 용량",
  port: "port ports 포트",
  start: "begin begins start starts 시작 부터",
  cost: "cost costs price fee fees charge charges 비용 수수료 요금",
};

/** Words that tell where or for whom something holds. Two statements of different scopes are about different things. */
const SCOPES =
  "staging test tests 테스트 local locally dev development ci preview sandbox cloud admin guest guests member members internal external private mobile web desktop phone browser kiosk legacy old new night nightly day summer winter weekend weekends android ios free paid premium trial beta foreground background visible small large big emergency hotfix production prod public 스테이징 로컬 개발 검토용 관리자 비회원 회원 내부 외부 공개 모바일 데스크톱 브라우저 키오스크 옛 새 작은 큰 밤 낮 여름 겨울 주말 백그라운드 운영 프로덕션 무료 유료 긴급";

/** Where nothing else is said, these are meant anyway. */
const USUAL_SCOPES = "production prod public new web 운영 프로덕션 공개 새";

/** Words that are part of what a thing is called and yet tell it from no other thing. */
const GENERIC =
  "api rate list lists endpoint endpoints entry entries cookie cookies inactivity idle inactive version versions db database 목록 기반 버전 데이터베이스 toolchain compiler build runtime stack target page pages paging pagination paginated 페이지 페이지네이션 나눈 나누 service services server servers system systems app application client clients user users project repository repo codebase environment environments default current currently value config configuration setting settings team everything everywhere image dockerfile machine row number amount people customer customers caller callers request requests call calls 서비스 서버 시스템 앱 사용자 프로젝트 저장소 환경 기본 설정 값 호출 요청 방식 기준 전체 모든 시간 기간 개수 런타임 이미지 빌드";

/** Grammar, and verbs that any value is told with. */
const GRAMMAR =
  "a an the this that these those it its they them their we us our you your i he she his her and or but so then than too also very quite just only both all each any some no not never is are was were be been being am do does did has have had can may must shall should will would could of for in on from to by at with during under inside within through via into per as about over between after before until when while if because since which who whom whose what where how there here out off up down again still already now once use uses used using run runs running runs set sets get gets got give go goes going went come comes make makes made need needs allow allows see seen sees show shows shown return returns returned reach reaches reached find found work works working put puts write written writes read reads store stored stores send sends sent serve serves served support supports require requires pin pins pinned accept accepts accepted wait waits raise raised hold let lets be least last longer yet include includes contain contains offer offers provide provides listen listens handle handles respond responds create creates fetch fetches produce produces require mean means apply applies default defaults equal equals come serve consist deal deals depend depends happen happens expect expects at one two sure always usually normally exactly roughly long close closes closed open opens 및 또는 그리고 그래서 하지만 더 안 못 수 것 때 중 등 한 두 같은 모두 항상 아직 이미 지금 다시 먼저 나중 뒤 후 전 동안 이상 이하 최소 최대 약 총 각 매 하나 위해 대해 통해 따라 이용 사용 쓴 쓰 쓰기 돈 돌린 실행 보낸 보내 본 볼 있는 있다 없다 된 되 한다 하고 해서 보인";

const attributeOf = new Map<string, Attribute[]>();
for (const [attribute, words] of Object.entries(ATTRIBUTES) as [Attribute, string][]) {
  for (const word of words.split(" ")) {
    // Short words have stems that others share.
    const keys = word.length < 5 ? [word] : [word, stemWord(word)];
    for (const key of new Set(keys)) {
      const known = attributeOf.get(key) ?? [];
      if (!known.includes(attribute)) attributeOf.set(key, [...known, attribute]);
    }
  }
}
const scopes = new Set(SCOPES.split(" "));
const usualScopes = new Set(USUAL_SCOPES.split(" "));
const generic = new Set(GENERIC.split(" "));
const grammar = new Set(GRAMMAR.split(" "));
const koreanAttributes = [...attributeOf.keys()].filter((word) => isHangul(word));

/** The attributes that a word speaks of; Korean writes the verb's ending into the word, so that its beginning tells. */
export function attributesOf(word: string): readonly Attribute[] {
  if (!isHangul(word)) return attributeOf.get(word) ?? (word.length < 5 ? [] : attributeOf.get(stemWord(word))) ?? [];
  const known = koreanAttributes.find((each) => word.startsWith(each) || (each.length > 1 && word.endsWith(each)));
  return known === undefined ? [] : (attributeOf.get(known) ?? []);
}

export function isScope(word: string): boolean {
  return scopes.has(word);
}

export function isUsualScope(word: string): boolean {
  return usualScopes.has(word);
}

export function isGeneric(word: string): boolean {
  return generic.has(word);
}

export function isGrammar(word: string): boolean {
  return grammar.has(word);
}

/** As `stemWord`, with Korean words of one syllable freed of the particles that no noun ends with. */
export function stemOfWord(word: string): string {
  const stem = stemWord(word);
  return stem.length === 2 && stem === word && isHangul(stem) ? stem.replace(/[의은는을를에]$/, "") : stem;
}
