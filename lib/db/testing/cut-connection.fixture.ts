import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What happens to a COMMIT on its way: it never arrives, or its answer does not; the client sees a silent or a closed connection. */
export type Cut = "held" | "dropped" | "unanswered" | "ended";

/**
 * A way to PostgreSQL that loses what it is told to. `url` leads through it; `cut` says what becomes of the next COMMIT of a connection that has
 * sent a text, and for how many milliseconds nobody gets through afterwards.
 */
export async function openCutConnection(address: string) {
  const socketPath = `${new URL(address).searchParams.get("host") ?? ""}/.s.PGSQL.5432`;
  let next: { cut: Cut; text: string; awayMs: number } | null = null;
  let until = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (performance.now() < until) {
      client.destroy();
      return;
    }
    const database = connect(socketPath);
    let isCut = false;
    let isIt = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) sockets.add(socket.on("error", end).on("close", end));
    client.on("data", (sent: Buffer) => {
      if (isCut) return;
      isIt ||= next !== null && sent.includes(next.text);
      if (next === null || !isIt || !sent.includes("COMMIT\0")) {
        database.write(sent);
        return;
      }
      const { cut, awayMs } = next;
      next = null;
      isCut = true;
      until = performance.now() + awayMs;
      for (const socket of awayMs > 0 ? sockets : []) if (socket !== client && socket !== database) socket.destroy();
      if (cut === "dropped") end();
      if (cut === "dropped" || cut === "held") return;
      database.write(sent);
      // It is stored by the time that its answer comes.
      database.once("data", () => (cut === "ended" ? end() : undefined));
    });
    database.on("data", (answer: Buffer) => {
      if (!isCut) client.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(address);
  url.searchParams.delete("host");
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = "127.0.0.1";
  return {
    url: url.href,
    cut: (cut: Cut, text = "", awayMs = 0) => {
      next = { cut, text, awayMs };
    },
    /** Resolves once connections get through again. */
    reopened: () => new Promise((resolve) => setTimeout(resolve, until - performance.now())),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
