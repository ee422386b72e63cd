/** Words of every sentence, which say nothing of its subject; those that deny are left out, for they change what is said. */
const COMMON = new Set(
  (
    "a about after all also an and any are as at be because been before being both but by can could did do does done each " +
    "every for from had has have how if in into is it its itself just many may more most much must of off on once only or " +
    "other our out over own same should so some still such than that the their them then there these they this those to too " +
    "under until up use used using very was we were what when where whether which while who why will with would you your " +
    "그리고 그러나 그래서 하지만 또는 때문 경우 모든 이것 그것 우리 대한 위해 통해 따라"
  ).split(" "),
);

/** Whether a word, in lower case, is grammar that any sentence may have. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(word);
}
