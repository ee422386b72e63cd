import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { mono, sans } from "@/app/fonts";
import { THEME_COOKIE, parseTheme } from "@/components/shell/theme";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Wardroom", template: "%s — Wardroom" },
  description: "What every role of a team of agents knows, and who changed it when.",
  robots: { index: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f4f2" },
    { media: "(prefers-color-scheme: dark)", color: "#1a1a18" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} className={`${sans.variable} ${mono.variable}`}>
      <body className="font-sans">
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
