/** Lines of `after` that `before` does not have, and the other way round. */
export function lineDifference(before: string, after: string): { gone: string[]; new: string[] } {
  const lines = (text: string) => text.split(/\r\n|\n/); // matches each line end
  const left = lines(after);
  const gone = lines(before).filter((line) => {
    const at = left.indexOf(line);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
  return { gone, new: left };
}
