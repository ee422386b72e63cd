import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The line that carries the checksum, with its line end. Example: `checksum: 9f86…`, in JSON `  "checksum": "9f86…",`. */
const CHECKSUM_LINE = /^\uFEFF?(?:["']?checksum["']?|[ \t]+"checksum")[ \t]*:[^\r\n]*(?:\r\n|\n|\r|$)/gm;

/** sha256, in hex, of a checkpoint's UTF-8 without the line that carries the checksum. Source: formats "Checkpoint". */
export function checkpointChecksum(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text.replace(CHECKSUM_LINE, ""))));
}

/**
 * Whether the checksum that a checkpoint carries is that of its text. A byte order mark and line ends that a checkout turned into CRLF are
 * no change of what was saved. Null when no line carries one, as in JSON on one line: it can then not be checked.
 */
export function verifyChecksum(text: string): boolean | null {
  const line = text.match(CHECKSUM_LINE)?.[0];
  if (line === undefined) return null;
  // From the line, not from the value: digits alone would be read as a number.
  const wanted = DIGEST.exec(line)?.[0].toLowerCase();
  const plain = text.replace(/^\uFEFF/, ""); // matches the byte order mark
  const candidates = [text, plain, plain.replace(/\r\n?/g, "\n")]; // matches "\r\n"
  return candidates.some((candidate) => checkpointChecksum(candidate) === wanted);
}

/** Example: `9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08`. */
const DIGEST = /[0-9a-f]{64}/i;
