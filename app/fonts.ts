import localFont from "next/font/local";

// The Latin letters alone: the other scripts of these typefaces would cost twice as much, and most systems have them.

/** The typeface of everything but code. Both are fetched along with the page: found in its style, they would hold it up. */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  adjustFontFallback: "Arial",
});

/** The typeface of ids, paths, keys and code; a page without any is rare. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  adjustFontFallback: false,
});
