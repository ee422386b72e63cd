"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { use, useEffect, useState, type ReactNode } from "react";
import { ActionKeys } from "@/components/ui/action-keys";
import { fetchPartsInUse, lazyPart } from "@/components/ui/lazy-part";
import { LiveRegion } from "@/components/ui/live-region";
import { setClockSkew } from "@/components/ui/relative-time";
import { onFirstToast } from "@/components/ui/toast-queue";
import { createQueryClient } from "@/lib/client/query-client";
import { watchClockSkew } from "@/lib/client/request";

const ToastRegion = lazyPart(() => import("@/components/ui/toast").then((module) => module.ToastRegion));

interface ProvidersProps {
  /** The script with the words of the reader's language; null in English. */
  words: string | null;
  children: ReactNode;
}

let loading: Promise<void> | undefined;

/** Resolves when the script has run, or cannot be had: then everything is said in English. */
function loadWords(address: string): Promise<void> {
  return (loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = script.onerror = () => resolve();
    document.head.append(script);
  }));
}

export function Providers({ words, children }: ProvidersProps) {
  // Where a page failed on the server, its document is made in the browser, and no script of it has run.
  if (words !== null && typeof document !== "undefined" && !globalThis.wardroomWords) use(loadWords(words));
  const [client] = useState(createQueryClient);
  useEffect(() => watchClockSkew(setClockSkew), []);
  useEffect(fetchPartsInUse, []);
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        {/* Its own style elements are against the policy of the pages, and nothing here needs them. */}
        <CSPProvider disableStyleElements>
          {children}
          <ActionKeys />
          <LazyToasts />
          <LiveRegion />
        </CSPProvider>
      </NuqsAdapter>
    </QueryClientProvider>
  );
}

/** The region of messages, loaded with the first message: a page that only reads does not pay for it. */
function LazyToasts() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? <ToastRegion /> : null;
}
