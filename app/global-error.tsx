"use client";
import "./globals.css";
import PageError from "./error";

/** What is shown when even the frame of the pages fails: the same words, without it. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <PageError {...props} />
      </body>
    </html>
  );
}
