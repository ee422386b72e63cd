"use client";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "./lazy-part";
import { onFirstToast } from "./toast-queue";

const ToastRegion = lazyPart(() => import("./toast").then((module) => module.ToastRegion));

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
