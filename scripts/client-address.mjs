import { BlockList, isIP } from "node:net";
import { Stop } from "./run.mjs";

/** @typedef {(address: string) => boolean} IsProxy */

/** @type {{ value: string, isProxy: IsProxy } | undefined} */
let known;

/**
 * Which addresses are those of our proxies, from WARDROOM_PROXIES: addresses and networks, separated by commas. Stops with a sentence
 * for anything else.
 * @returns {IsProxy}
 */
export function readProxies(value = process.env["WARDROOM_PROXIES"] || "") {
  if (known?.value !== value) known = { value, isProxy: proxiesIn(value) };
  return known.isProxy;
}

/** @param {string} value @returns {IsProxy} */
function proxiesIn(value) {
  const list = new BlockList();
  for (const part of value.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [address = "", bits, ...more] = part.split("/"); // 10.0.0.0/8
    const family = familyOf(address);
    const most = family === "ipv6" ? 128 : 32;
    const isRight = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0);
    if (family === null || !isRight) {
      throw new Stop(
        `WARDROOM_PROXIES: "${part}" is neither an address nor a network. Write the addresses of your proxies, separated by commas, as in 10.0.0.5 or 10.0.0.0/24.`,
      );
    }
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && list.check(address, family);
  };
}

/**
 * The address a request comes from. What X-Forwarded-For says counts only as far as one of our proxies said it: it is read from the
 * right, where each proxy adds who came to it, and no further than the first that is none of ours.
 * @param {string | undefined} remote The other end of the connection.
 * @param {string} forwarded The header, of several all of them.
 * @param {IsProxy} isProxy
 * @returns {string | null}
 */
export function clientAddress(remote, forwarded, isProxy) {
  const chain = forwarded.split(",").map((said) => plain(said.trim()));
  let address = plain(remote ?? "");
  while (address !== null && isProxy(address)) {
    const before = chain.pop() ?? null;
    if (before === null) break;
    address = before;
  }
  return address;
}

/**
 * An address alone; null for what is none.
 * @param {string} said Such as `::ffff:10.0.0.5`, `10.0.0.5:41234` or `[2001:db8::5]:41234`.
 */
function plain(said) {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(said) ?? [];
  const [, withoutPort] = /^([\d.]+):\d{1,5}$/.exec(said) ?? [];
  const address = (bracketed ?? withoutPort ?? said).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) === 0 ? null : address.toLowerCase();
}

/** @param {string} address @returns {"ipv4" | "ipv6" | null} */
function familyOf(address) {
  const version = isIP(address);
  return version === 0 ? null : version === 6 ? "ipv6" : "ipv4";
}
