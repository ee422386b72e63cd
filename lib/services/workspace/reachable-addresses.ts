import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { AppError } from "@/lib/core/errors";

/** Whether the server may connect to an address on behalf of somebody. */
export type AllowsAddress = (address: string) => boolean;

/**
 * Which addresses messages go to: those of the internet that are not this machine's own, and those that the setting names, separated by
 * commas. Throws `invalid_input` for a setting that is no list of addresses and networks.
 */
export function readReachable(setting: string): AllowsAddress {
  const allowed = listOf(setting.split(",").map((part) => part.trim()));
  return (said) => {
    const address = said.replace(/%.*$/, ""); // fe80::1%eth0
    if (has(allowed, address)) return true;
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    if (has(listOf(own.map((each) => each.address)), address)) return false;
    // An address of the first family that is written as one of the other is what it stands for.
    if (isIP(address) === 4 || has(MAPPED, address)) return !has(PRIVATE, address);
    return has(GLOBAL, address) && !has(LEADING_ELSEWHERE, address);
  };
}

function has(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}

function listOf(parts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const part of parts) {
    if (part === "") continue;
    const [address = "", bits, ...more] = part.split("/"); // 10.0.0.0/8
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    const isRight = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most && more.length === 0);
    if (version === 0 || !isRight) {
      throw new AppError(
        "invalid_input",
        `WARDROOM_WEBHOOK_ADDRESSES: "${part}" is neither an address nor a network.`,
        {
          hint: "Write the addresses that webhooks may lead to beside those of the internet, separated by commas, as in 127.0.0.1 or 10.0.0.0/24.",
        },
      );
    }
    list.addSubnet(address, bits === undefined ? most : Number(bits), version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** Addresses that are nobody's on the internet: of one machine, of private networks, of a link, for documents, tests and groups. */
const PRIVATE = listOf([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  "224.0.0.0/3",
]);
/** Of the other family all that is handed out lies here, but for what leads to an address of the first one. */
const GLOBAL = listOf(["2000::/3"]);
const LEADING_ELSEWHERE = listOf(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
const MAPPED = listOf(["::ffff:0:0/96"]);
