/** The texts of responses that were made from one. */
const texts = new WeakMap<Response, string>();

/**
 * A response that holds a text. Whoever sends it over a connection can take the text as it is: to read it out of the response's
 * stream takes longer than most of what is done to answer.
 */
export function responseOf(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** The text that a response was made from; undefined for any other response. */
export function knownText(response: Response): string | undefined {
  return texts.get(response);
}
