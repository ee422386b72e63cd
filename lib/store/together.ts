let room = Buffer.alloc(0);

/**
 * All bytes, in a room that the next call uses again: they are to be written before anything else happens. What is written at once a
 * power cut leaves as whole sectors, or a beginning.
 */
export function together(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (room.length < size) room = Buffer.allocUnsafeSlow(size * 2);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(room, at);
  return room.subarray(0, size);
}
