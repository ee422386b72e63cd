/** What an item says, its body included. */
export function wordsOf({ text, body }: { text: string; body: string }): string {
  return body === "" ? text : `${text}\n${body}`;
}
