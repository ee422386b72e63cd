// What earlier versions wrote into the settings of clients names this file.
import { createRequire } from "node:module";
createRequire(import.meta.url)("./hook.cjs");
