"use client";
import { createContext, useContext, type ReactNode } from "react";

const LooksOnly = createContext(false);

/** Says of everything below it whether the reader may only look. */
export function ReaderRights({ looksOnly, children }: { looksOnly: boolean; children: ReactNode }) {
  return <LooksOnly value={looksOnly}>{children}</LooksOnly>;
}

/** Whether the reader may only look, as with a viewer's link. */
export function useLooksOnly(): boolean {
  return useContext(LooksOnly);
}

/** What changes something: it is not there for a reader who may only look. The server refuses it in any case. */
export function Changes({ children }: { children: ReactNode }) {
  return useLooksOnly() ? null : children;
}
