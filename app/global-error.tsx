"use client";
import { PageFailure, type PageFailureProps } from "@/components/shell/page-failure";
import "./globals.css";

/** What is shown when a page of no workspace, or even the frame of the pages, fails: the same words, without it. */
export default function GlobalError(props: PageFailureProps) {
  return (
    <html lang="en">
      <body className="font-sans">
        <PageFailure {...props} />
      </body>
    </html>
  );
}
