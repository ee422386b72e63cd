const WORDS = (
  "retry queue lease worker import invoice ledger currency batch supplier deadline token context gate session memory relay " +
  "curation archive resolve prune revision delta version acknowledgement budget knowledge checkpoint registry index parser " +
  "diagnostics splice heading bullet section item timestamp the of and is not before after with every "
)
  .concat("재시도 대기열 청구서를 가져오기 통화가 공급자 마감일 토큰 세션에서 기억 중복 확인한다 재시도대기열은 오류가")
  .split(" ");

/** A source of prose that says the same in each run: every tenth word or so is a name of its own. */
export function prose(seed: number): (words: number) => string {
  let state = seed;
  const random = () => {
    // mulberry32: small, and far from repeating within a bench.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const word = () => {
    const [pick, rare] = [random(), random()];
    return rare < 0.1 ? `name${Math.floor(pick * 20_000)}` : (WORDS[Math.floor(pick * WORDS.length)] ?? "");
  };
  return (words) => Array.from({ length: words }, word).join(" ");
}
