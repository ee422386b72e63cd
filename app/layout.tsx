import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { ownListening } from "@/lib/api/listening";
import { browserOrigin } from "@/lib/api/origin";
import { currentLanguage } from "@/lib/core/i18n/languages";
import { THEME_COOKIE, parseTheme } from "@/components/shell/theme";
import "./globals.css";
import localFont from "next/font/local";

// The Latin letters alone: the other scripts of these typefaces would cost twice as much, and most systems have them.

/** The typeface of everything but code. Both are fetched along with the page: found in its style, they would hold it up. */
const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  adjustFontFallback: "Arial",
});

/** The typeface of ids, paths, keys and code; a page without any is rare. */
const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  adjustFontFallback: false,
});

/** Read at each request: the address that pictures for other sites need is known once the server listens. */
export function generateMetadata(): Metadata {
  const description = "What every role of a team of agents knows, and who changed it when.";
  return {
    metadataBase: new URL(browserOrigin(ownListening())),
    title: { default: "Wardroom", template: "%s — Wardroom" },
    description,
    robots: { index: false },
    manifest: "/manifest.webmanifest",
    icons: { icon: [{ url: "/icon.svg", type: "image/svg+xml" }, "/favicon.ico"], apple: "/apple-touch-icon.png" },
    openGraph: {
      siteName: "Wardroom",
      description,
      images: [{ url: "/social.png", width: 1200, height: 630, alt: "Wardroom" }],
    },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f4f2" },
    { media: "(prefers-color-scheme: dark)", color: "#1a1a18" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const language = currentLanguage();
  const words = language === "en" ? null : `/_next/static/words/${language}-${process.env["WARDROOM_BUILD"] ?? ""}.js`;

  return (
    <html
      lang={language}
      data-theme={theme === "system" ? undefined : theme}
      data-build={process.env["WARDROOM_BUILD"]}
      className={`${sans.variable} ${mono.variable}`}
    >
      {words !== null && (
        <head>
          {/* Before anything is drawn: the page is drawn again in the browser, with the same words. */}
          <script src={words} nonce={(await headers()).get("x-nonce") ?? ""} />
        </head>
      )}
      <body className="font-sans">
        <Providers words={words}>{children}</Providers>
      </body>
    </html>
  );
}
