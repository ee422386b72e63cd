/** What a segment of an address stands for; null where its escapes are none, as in `100%`, or hold half a character. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
