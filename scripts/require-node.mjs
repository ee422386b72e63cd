// Imported before anything else: whoever has an older Node reads a sentence and not a syntax error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Wardroom needs Node 20.19 or newer; this is ${process.version}. Install the current LTS from nodejs.org.`,
  );
  process.exit(1);
}
