import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { NOT_ALLOWED, postMessage } from "@/lib/services/inbox/webhooks";
import { readReachable } from "@/lib/services/workspace/reachable-addresses";

const NONE = readReachable("");
const octet = fc.nat(255);
const within = (...fixed: number[]) =>
  fc.array(octet, { minLength: 4 - fixed.length, maxLength: 4 - fixed.length }).map((rest) => [...fixed, ...rest]);
const hex = (value: number) => value.toString(16);

/** Addresses that no message goes to, in all the ways in which they can be written. */
const inside = fc
  .oneof(
    ...[within(127), within(10), within(0), within(192, 168), within(169, 254), within(169, 254, 169, 254)],
    fc.tuple(fc.integer({ min: 16, max: 31 }), octet, octet).map((rest) => [172, ...rest]),
    fc.tuple(fc.integer({ min: 64, max: 127 }), octet, octet).map((rest) => [100, ...rest]),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet).map((all) => [...all]),
  )
  .chain(([a = 0, b = 0, c = 0, d = 0]) => {
    const plain = `${a}.${b}.${c}.${d}`;
    const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)];
    const written = [plain, `[::ffff:${plain}]`, `[::ffff:${high}:${low}]`, `[64:ff9b::${high}:${low}]`];
    return fc.constantFrom(
      ...[...written, `[2002:${high}:${low}::1]`, `[::${high}:${low}]`],
      ...[
        String(((a * 256 + b) * 256 + c) * 256 + d),
        `0x${[a, b, c, d].map((each) => hex(each).padStart(2, "0")).join("")}`,
      ],
    );
  });
const insideSix = fc
  .tuple(fc.constantFrom("fc00", "fd12", "fe80", "febf", "ff02", "0", "100"), fc.nat(0xffff))
  .map(([first, last]) => `[${first}::${hex(last)}]`);

it("a private address is allowed in no spelling, unless the setting names it", () => {
  fc.assert(
    fc.property(fc.oneof(inside, insideSix), (host) => {
      // As a URL has it, and so as it is connected to.
      const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, "");
      expect([address, NONE(address)]).toEqual([address, false]);
      expect(readReachable(`10.9.8.7, ${address}`)(address)).toBe(true);
    }),
  );
});

it("an address of the internet is allowed, and those of this machine are not", () => {
  for (const address of ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])
    expect([address, NONE(address)]).toEqual([address, true]);
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    expect([address, NONE(address)]).toEqual([address, false]);
  expect(readReachable("10.0.0.0/24")("10.0.0.77")).toBe(true);
  expect(readReachable("10.0.0.0/24")("10.0.1.77")).toBe(false);
  for (const wrong of ["hooks.internal", "10.0.0.0/33", "10.0.0.0/8/8"])
    expect(() => readReachable(wrong)).toThrow("WARDROOM_WEBHOOK_ADDRESSES");
});

test("no message reaches this machine by a name or a number, and none is told what answered", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const how = { signal: new AbortController().signal, pauses: [], timeout: 20_000 };
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"]) {
    const url = `http://${host}:${port}/`;
    const message = { text: "hello" };
    expect(await postMessage(url, message, { ...how, allows: NONE })).toEqual({ ok: false, said: NOT_ALLOWED });
    expect(asked).toBe(0);
  }
  const allowed = await postMessage(
    `http://localhost:${port}/`,
    { text: "a" },
    { ...how, allows: readReachable("127.0.0.1") },
  );
  expect(allowed).toEqual({ ok: true, said: "answered 200" });
  await new Promise((resolve) => server.close(resolve));
});
