// Imported before anything else: whoever has an older Node, or stands in a folder that was deleted, reads a sentence and no stack.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Wardroom needs Node 20.19 or newer; this is ${process.version}. Install the current LTS from nodejs.org.`,
  );
  process.exit(1);
}

try {
  process.cwd();
} catch {
  console.error("error: The current folder is gone: it was deleted or moved.\nhint: Go into one that is there: cd ~");
  process.exit(4);
}
