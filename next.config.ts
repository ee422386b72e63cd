import type { NextConfig } from "next";
import { SECURITY_HEADERS } from "./lib/api/security-headers";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Two builds of one checkout must not share a folder, as when a server runs while its successor is tried.
  distDir: process.env.WARDROOM_DIST ?? ".next",
  experimental: {
    // A page that is asked for while the server is away opens when it is back, and until then the one that is open stays.
    useOffline: true,
    // All pages together take 30 MB, which a server that agents alone use does without.
    preloadEntriesOnStart: false,
    // A request costs a slow line more than the bytes that another page does not need.
    turbopackChunking: {
      minChunkSize: 400_000,
      maxMergeChunkSize: 2_000_000,
      maxChunkCountPerGroup: 8,
      requestCost: 1_000_000,
    },
  },
  // Types are checked once, by `npm test`; whoever only starts Wardroom need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Native code, WebAssembly and large tables are loaded where they lie.
  serverExternalPackages: [
    "@prisma/client",
    "@prisma/adapter-libsql",
    "@prisma/adapter-pg",
    "pg",
    "@prisma/schema-engine-wasm",
    "@libsql/client",
    "libsql",
    "ai-tokenizer",
  ],
  headers: () =>
    Promise.resolve([
      {
        source: "/:path*",
        headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
      },
    ]),
};

export default config;
