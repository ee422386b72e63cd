import { pino, type DestinationStream } from "pino";
import type { RequestNote } from "@/lib/api/request-note";

/** An answered request, as the log tells it. */
export interface Answered extends Omit<RequestNote, "id"> {
  requestId: string;
  method: string;
  /** The address as the table of routes writes it, `page`, or `none`: never as it was sent. */
  route: string;
  status: number;
  /** Milliseconds until the answer began. */
  ms: number;
}

/** The log of a server that writes JSON; there is none otherwise. */
export interface Log {
  answered(line: Answered): void;
}

declare global {
  // The server's bundles have module variables of their own; a process has one log all the same.
  var wardroomLog: Log | undefined;
}

/** Frames of a stack that tell where a fault is. */
const MOST_FRAMES = 12;

/**
 * Has this process tell everything as JSON, one object a line: answered requests, and what is printed with `console`. No line
 * holds a credential, a body, an address as it was sent, or the message of a fault of ours, which may quote a text: of a
 * fault it has the name, the system's code and the places.
 */
export function startJsonLog(output: DestinationStream = process.stdout): Log {
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    output,
  );
  for (const [method, level] of [
    ["log", "info"],
    ["info", "info"],
    ["warn", "warn"],
    ["error", "error"],
  ] as const) {
    console[method] = (...printed: unknown[]) => logger[level](...asLine(printed));
  }
  const log: Log = {
    answered: (line) => {
      if (line.status >= 500) logger.error(line, "answered");
      else logger.info(line, "answered");
    },
  };
  globalThis.wardroomLog = log;
  return log;
}

function asLine(printed: unknown[]): [object, string] {
  const faults = printed.filter((each) => each instanceof Error).map(placeOf);
  const words = printed.filter((each) => typeof each === "string").join(" ");
  return [faults.length === 0 ? {} : { faults }, words.trim() === "" ? "fault" : words.trim()];
}

/** Where an error came from, without what it says. */
function placeOf(error: Error): object {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)); // "    at read (file.ts:1:2)"
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    at: frames.slice(0, MOST_FRAMES).map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: placeOf(error.cause) }),
  };
}
