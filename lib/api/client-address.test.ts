import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress, readProxies } from "../../scripts/client-address.mjs";

const OURS = readProxies("10.0.0.0/8, 2001:db8:1::/48,127.0.0.1");

/** Addresses of our proxies, and of everybody else. */
const ours = fc.oneof(
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join(".")}`),
  fc.nat(0xffff).map((end) => `2001:db8:1::${end.toString(16)}`),
  fc.constant("127.0.0.1"),
);
const others = fc.oneof(fc.ipV4(), fc.ipV6()).filter((address) => !OURS(address));
/** Whatever a client may put into the header. */
const anything = fc.oneof(
  fc.string(),
  fc.array(fc.oneof(ours, others, fc.constantFrom("unknown", "", "_hidden", "[::1]:80"))).map((all) => all.join(", ")),
);
/** As the system writes it. */
const plain = (address: string) => clientAddress(address, "", () => false);

describe("the address a request comes from", () => {
  it("is the other end of the connection where that is no proxy of ours, whatever the client says", () => {
    fc.assert(
      fc.property(others, anything, (address, said) => {
        expect(clientAddress(address, said, OURS)).toBe(plain(address));
      }),
    );
    fc.assert(
      fc.property(fc.oneof(ours, others), anything, (address, said) => {
        expect(clientAddress(address, said, readProxies(""))).toBe(plain(address));
      }),
    );
  });

  it("is who came to the first of our proxies, through however many, and nothing that client put before it", () => {
    fc.assert(
      fc.property(others, fc.array(ours, { minLength: 1, maxLength: 5 }), anything, (client, proxies, said) => {
        const [last = "", ...before] = proxies.toReversed();
        const chain = [said, client, ...before.toReversed()].join(", ");
        expect(clientAddress(last, chain, OURS)).toBe(plain(client));
      }),
    );
  });

  it("is always an address, never a text of the client's", () => {
    fc.assert(
      fc.property(fc.oneof(ours, others), anything, (address, said) => {
        const found = clientAddress(address, said, OURS);
        expect(found).toBe(plain(found ?? ""));
        expect(found).not.toBeNull();
      }),
    );
    expect(clientAddress(undefined, "192.0.2.7", OURS)).toBeNull();
  });

  it("is read in every form that proxies write", () => {
    for (const [said, address] of [
      ["192.0.2.7", "192.0.2.7"],
      ["192.0.2.7:41234", "192.0.2.7"],
      [" ::ffff:192.0.2.7 ", "192.0.2.7"],
      ["2001:DB8::7", "2001:db8::7"],
      ["[2001:db8::7]:41234", "2001:db8::7"],
      ["[2001:db8::7]", "2001:db8::7"],
      ["192.0.2.9, 192.0.2.7", "192.0.2.7"],
      ["192.0.2.7, 10.0.0.6", "192.0.2.7"],
      ["192.0.2.7, unknown", "10.0.0.5"],
      ["", "10.0.0.5"],
    ] as const)
      expect(clientAddress("::ffff:10.0.0.5", said, OURS), said).toBe(address);
  });
});

describe("WARDROOM_PROXIES", () => {
  it("says which address or network it does not understand", () => {
    for (const wrong of [
      "proxy",
      "10.0.0.0/33",
      "10.0.0/8",
      "::1/129",
      "10.0.0.1/",
      "10.0.0.1/8/8",
      "*",
      "10.0.0.0/-1",
    ])
      expect(() => readProxies(`127.0.0.1,${wrong}`), wrong).toThrow(`WARDROOM_PROXIES: "${wrong}" is neither`);
    expect(readProxies("0.0.0.0/0")("192.0.2.7")).toBe(true);
    expect(readProxies("::1/128")("::1")).toBe(true);
  });
});
