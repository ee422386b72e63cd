import { useDeferredValue } from "react";

/**
 * False in the first drawing, which is the server's; true from the next one on. That one shows what the server cannot know,
 * such as the size of the window and the reader's clock, in a step of its own: both at once would hold the page up longer.
 */
export function useAwake(): boolean {
  return useDeferredValue(true, false);
}
