/** The data of each event of a stream of Server-Sent Events, in their order; comments and events without data are left out. */
export async function* eventsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let read = "";
  for await (const part of body) {
    read += decoder.decode(part, { stream: true });
    const events = read.split(/\r?\n\r?\n/); // an empty line ends an event
    read = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
      if (data.length > 0 && data.join("") !== "") yield data.join("\n");
    }
  }
}
