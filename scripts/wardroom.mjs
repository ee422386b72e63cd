#!/usr/bin/env node
// The command `wardroom`: this machine's server runs it, else the built command does.
import "./require-node.mjs";
import { askServer } from "./ask-server.mjs";

const left = await askServer();
if (left !== null) {
  const { runHere } = await import("./run-here.mjs");
  runHere(left);
}
