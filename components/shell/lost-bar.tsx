"use client";
import { useEffect, useState } from "react";
import type { StreamState } from "@/lib/client/stream";
import { NoticeBar } from "./notice-bar";

/** A cut shorter than this is nobody's business: it is over before it is read. */
const GRACE = 3000;

/** Says on every page that what is shown may be old, while the stream is lost. */
export function LostBar({ state }: { state: StreamState }) {
  return state === "lost" ? <DelayedBar /> : null;
}

function DelayedBar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), GRACE);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <NoticeBar>The connection to Wardroom is lost. Data may be stale; reconnecting…</NoticeBar> : null;
}
