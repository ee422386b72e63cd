import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";
import { assertOwnOrigin, ledTo } from "@/lib/api/origin";
import { ownListening } from "@/lib/api/listening";
import { problemResponse } from "@/lib/api/problem";

/** Every page and file; the handlers under /api pass the guard of their own, which also checks the credential. */
export const config = { matcher: ["/((?!api/).*)"] };

/** A name with an ending at the root: workspaces have no dot in theirs. */
const PUBLIC_FILE = /^\/[^/]+\.[a-z]+$/; // /robots.txt

/**
 * Answers only what is meant for this server, leads browsers to its own name, and gives each page a policy that lets no
 * foreign script run.
 */
export function proxy(request: NextRequest): Response {
  const listening = ownListening();
  try {
    assertOwnOrigin(request.headers, listening);
  } catch (error) {
    return problemResponse(error, request);
  }
  // Files of public/ hold nothing of anybody and take no cookie: who asks for one gets it, whatever name it asked for.
  if (PUBLIC_FILE.test(request.nextUrl.pathname)) return NextResponse.next();
  const led = ledTo(request, listening);
  if (led !== null) return NextResponse.redirect(led);
  const nonce = randomBytes(16).toString("base64");
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

function contentPolicy(nonce: string): string {
  // The development server compiles in the page and puts styles into it.
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Positions of virtual rows and popovers are attributes; they hold numbers of ours alone.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
