/** Whether a request asks for the document's own bytes: it names Markdown and not JSON. */
export function wantsMarkdown(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return /text\/markdown/i.test(accept) && !/application\/json/i.test(accept); // text/markdown, */*;q=0.1
}

/** A document's own bytes, with its ETag. */
export function markdownResponse({ bytes, etag }: { bytes: Buffer; etag: string }): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { "content-type": "text/markdown; charset=utf-8", etag, "cache-control": "no-store" },
  });
}

/** A text made for this answer, as Markdown. */
export function textResponse(text: string): Response {
  return new Response(text, {
    headers: { "content-type": "text/markdown; charset=utf-8", "cache-control": "no-store" },
  });
}
