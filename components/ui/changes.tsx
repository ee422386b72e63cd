"use client";
import { createContext, useContext, type ReactNode } from "react";

/** What needs all that a lead may do, where no deed of its own is named. */
export const LEADING = "lead";

/** Whether the reader may do something, named as the server names it. */
export type May = (deed: string) => boolean;

const Rights = createContext<May>(() => true);

/** Says of everything below it what the reader may do. */
export function ReaderRights({ may, children }: { may: May; children: ReactNode }) {
  return <Rights value={may}>{children}</Rights>;
}

/** What the reader may do, by the same rule as the server's. */
export function useMay(): May {
  return useContext(Rights);
}

/** What changes something: it is not there for a reader who may not do it. The server refuses it in any case. */
export function Changes({ deed = LEADING, children }: { deed?: string; children: ReactNode }) {
  return useMay()(deed) ? children : null;
}
