"use client";
import { lazy, Suspense, useEffect, useState } from "react";
import { onFirstToast } from "./toast-queue";

const ToastRegion = lazy(() => import("./toast").then((module) => ({ default: module.ToastRegion })));

/** The region of messages, loaded with the first message: a page that only reads does not pay for it. */
export function LazyToasts() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
