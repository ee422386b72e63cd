// Loaded into a server before it starts: at SIGUSR2 it collects its garbage and prints what it holds, and how late its own turns came
// since the last time.
import { writeSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** @type {() => void} */
const collect = runInNewContext("gc");
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on("SIGUSR2", () => {
  const late = Math.round(delay.max / 1e6);
  collect();
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  delay.reset();
  writeSync(2, `measured ${JSON.stringify({ rss, heapUsed, late })}\n`);
});
