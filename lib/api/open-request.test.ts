import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openRequest, whileOpen, type OpenRequest } from "@/lib/api/open-request";
import type { AppError } from "@/lib/core/errors";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { keepRoom, roomOf } from "../../scripts/open-files.mjs";

it.each(["application/json", "text/event-stream"])(
  "follows an answer as %s until all of it was taken",
  async (type) => {
    const { runtime } = await TestWardroom.open();
    const { authentication } = runtime.services;
    const client = new AbortController();
    const request = new Request("http://127.0.0.1/api/mcp");
    const opening = {
      request,
      connection: { address: null, sentAll: client.signal },
      caller: { ...OWNER, credentialId: "a token" },
      runtime,
    };
    let seen: AbortSignal | undefined;
    const answer = await whileOpen(opening, (signal) => {
      seen = signal;
      return Promise.resolve(new Response("{}", { headers: { "content-type": type } }));
    });
    expect(authentication.openRequests()).toBe(1);
    client.abort();
    expect(seen?.aborted).toBe(true);
    expect(await answer.text()).toBe("{}");
    expect(authentication.openRequests()).toBe(0);
  },
);

it("whatever is opened and closed, nobody takes more than their part of the room, and the owner finds theirs", async () => {
  const { runtime } = await TestWardroom.open();
  const sentAll = new AbortController().signal;
  const OF = { all: 7 / 8, others: 3 / 4, address: 1 / 2, credential: 1 / 8 };
  const act = fc.record({
    whose: fc.constantFrom("owner", "viewer", "a", "b", "c", "d", "e", "f", "g"),
    from: fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"),
    times: fc.integer({ min: 1, max: 40 }),
    opens: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 200 }), fc.array(act, { maxLength: 30 }), (most, acts) => {
      const open: { whose: string; from: string; request: OpenRequest }[] = [];
      let held = 0;
      const hold = () => {
        held++;
        return () => {
          held--;
        };
      };
      const ask = (whose: string, from: string) => {
        const caller = { ...OWNER, credentialId: whose, ...(whose !== "owner" && { workspace: "demo" }) };
        const connection = { address: from, sentAll, room: { most, hold } };
        const request = new Request("http://127.0.0.1/");
        open.push({ whose, from, request: openRequest({ request, connection, caller, runtime }) });
      };
      const count = (is: (each: (typeof open)[number]) => boolean) => open.filter(is).length;
      for (const { whose, from, times, opens } of [
        ...acts,
        { whose: "owner", from: "10.0.0.1", times: 1, opens: true },
      ]) {
        for (let time = 0; time < times; time++) {
          const left = (share: keyof typeof OF, taken: number) => Math.floor(most * OF[share]) - taken;
          const isOthers = (each: { whose: string }) => each.whose !== "owner";
          const room = Math.min(
            left("all", open.length),
            ...(whose === "owner"
              ? []
              : [
                  left("others", count(isOthers)),
                  left(
                    "address",
                    count((each) => isOthers(each) && each.from === from),
                  ),
                  left(
                    "credential",
                    count((each) => each.whose === whose),
                  ),
                ]),
          );
          const last = open.findIndex((each) => each.whose === whose);
          if (!opens) open.splice(last, last === -1 ? 0 : 1)[0]?.request.close();
          else if (room > 0) ask(whose, from);
          else expect(() => ask(whose, from)).toThrow(expect.objectContaining({ code: "rate_limited" }) as AppError);
          expect(held).toBe(open.length);
        }
      }
      const owners = count(({ whose }) => whose === "owner");
      if (open.length - owners >= 1) expect(owners).toBeGreaterThan(0);
      for (const { request } of open) {
        request.close();
        request.close();
      }
      expect(held).toBe(0);
    }),
  );
});

it("connections that send nothing or half a request give way to who asks now, and those that are held stay", async () => {
  const holds: (() => void)[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/held") {
      holds.push(roomOf(request.socket).hold());
      response.write("open");
    } else response.end("answered");
  });
  keepRoom(server, 20);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = async (said: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    sockets.push(socket);
    await once(socket, "connect");
    socket.write(said);
    return socket;
  };
  const held = await Promise.all([1, 2, 3].map(() => open("GET /held HTTP/1.1\r\nhost: a\r\n\r\n")));
  await Promise.all(held.map((socket) => once(socket, "data")));
  for (let time = 0; time < 100; time++) await open(time % 2 === 0 ? "" : "GET / HTTP/1.1\r\nhost:");
  const asking = await open("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  expect(String((await once(asking, "data"))[0])).toContain("answered");
  expect(held.map(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([false, false, false]);
  for (const letGo of holds) letGo();
  for (let time = 0; time < 40; time++) await open("");
  await expect.poll(() => held.every((socket) => socket.destroyed || socket.closed || socket.readableEnded)).toBe(true);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
