/** Whether a request asks for the document's own bytes: it names Markdown and not JSON. */
export function wantsMarkdown(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return /text\/markdown/i.test(accept) && !/application\/json/i.test(accept); // text/markdown, */*;q=0.1
}
