"use client";
import { PageFailure, type PageFailureProps } from "@/components/shell/page-failure";
import { currentLanguage } from "@/lib/core/i18n/languages";
import "./globals.css";

/** What is shown when a page of no workspace, or even the frame of the pages, fails: the same words, without it. */
export default function GlobalError(props: PageFailureProps) {
  return (
    <html lang={currentLanguage()}>
      <body className="font-sans">
        <PageFailure {...props} />
      </body>
    </html>
  );
}
