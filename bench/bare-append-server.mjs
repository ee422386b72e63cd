// The least that could be called durable: an HTTP server that appends to one file, with no parsing, no history and no rights. Those who
// wait share a round: temporary file, fsync, rename. Prints its address.
import { open, readFile, rename } from "node:fs/promises";
import { createServer } from "node:http";

const file = process.argv[2] ?? "";
let text = await readFile(file, "utf8");
/** @type {{ line: string, answer: () => void }[]} */
let waiting = [];
let isBusy = false;

async function drain() {
  isBusy = true;
  while (waiting.length > 0) {
    const round = waiting;
    waiting = [];
    for (const { line } of round) text += line;
    const temporary = await open(`${file}.tmp`, "w");
    await temporary.writeFile(text);
    await temporary.sync();
    await temporary.close();
    await rename(`${file}.tmp`, file);
    for (const { answer } of round) answer();
  }
  isBusy = false;
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part) => (body += part));
  request.on("end", () => {
    const answer = () => response.writeHead(201).end();
    waiting.push({ line: `- [Finding] ${JSON.parse(body).text}\n`, answer });
    if (!isBusy) void drain();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`);
});
