import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** What is still text; typefaces and pictures are compressed in themselves. */
const TEXT = /\.(js|css|json|svg|txt)$/;

/** Not every browser takes the smaller one from an address without a certificate. */
const FORMS = {
  ".br": promisify(brotliCompress),
  ".gz": (/** @type {Buffer} */ content) => promisify(gzip)(content, { level: 9 }),
};

/**
 * Writes beside each text file of a folder, and of those in it, its compressed forms at their smallest: it is done once and read
 * many times.
 * @param {string} folder
 */
export async function compressAll(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const content = await readFile(file);
      for (const [ending, compress] of Object.entries(FORMS)) await writeFile(file + ending, await compress(content));
    }),
  );
}
