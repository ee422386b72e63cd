import { stemWord } from "@/lib/core/coach/stem-word";

/** Words that tell nothing about a subject: grammar, and what every memory of a software team is full of. */
const WORDS = `
a about above after again against all almost along also although always am among an and another any anybody anyone anything
are as at away back be because been before behind being below beside between both but by can cannot come could did do does
doing done down during each either else enough even ever every everybody everyone everything few find first for found from
further get give given go goes going gone good got had has have having he her here him his how however i if in into is it its
itself just keep kept know known last later least less let like little long look made make many may me mean might more most
much must my near need neither never new next no nobody none nor not nothing now of off often old on once one only onto or
other otherwise our out over own per perhaps put quite rather really right said same saw say see seem seen several she should
show since small so some somebody someone something still such take taken tell than that the their them then there these they
thing this those though three through thus to today together too took towards two under unless until up upon us use used user
using usually very via want was way we well went were what when where whether which while who whole whose why will with within
without would yes yet you your
add agent already approach area bad better big bug call case cause change check code common content different easy error
example fail fast file fix four five hard help instead issue item job kind line lot main need note number old open part path
people person place point possible problem project ready reason result run session set side simple single start step stop
team test thing time try type update value version watch work wrong year day week month
allow appear ask asking become begin believe belong bring build call careful choose clear close complete contain count create data
decide describe direct end ever exact expect explain explicit fact feel fill follow full happen hear hold hour idea include
important input instance large learn leave left list load local long lose mean meet miss minute move night nobody normal note
output own page pass pick plain probably produce provide pull push put question quick raise reach read receive remain remember
remove report require rest return right rule save second section send separate serve short small sort sound speak stand state
stay strict sure talk task tell term text think total touch turn understand usual wait walk week whole wish word write written
src lib app ts tsx js jsx mjs cjs json yml yaml md txt html css http https www com org index
그리고 그러나 그래서 하지만 또는 및 때문 경우 있다 없다 있음 없음 하다 되다 모든 아직 먼저 다시 항상 반드시 이것 그것 우리 이후
이전 때 중 것 수 등 더 안 못 꼭 잘 후 전 위해 대한 통해 대해 따라 사용 필요 작업 확인 문제 파일 코드 테스트
`;

/** The stems of those words. */
const STOPPED = new Set(
  WORDS.split(/\s+/) // splits "a about\nabove"
    .filter((word) => word !== "")
    .flatMap((word) => [word, stemWord(word)]),
);

/** Whether a stem says nothing about what a text is about. */
export function isStopWord(stem: string): boolean {
  return STOPPED.has(stem);
}
