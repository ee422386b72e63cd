import localFont from "next/font/local";

// The Latin letters alone: the other scripts of these typefaces would cost twice as much, and most systems have them.

/** The typeface of everything but code. Every page begins with it, so it is fetched along with the page. */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  adjustFontFallback: "Arial",
});

/** The typeface of ids, paths and code. It is fetched where a page has some. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
});
