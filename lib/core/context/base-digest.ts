import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Enough to tell any two versions of one context apart, and cheap to send. Source: formats, "(base {12 hex})". */
const DIGITS = 12;

/** The first 12 hexadecimal digits of the sha256 of a text's UTF-8. */
export function baseDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGITS);
}
