"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { ActionKeys } from "@/components/ui/action-keys";
import { fetchPartsInUse, lazyPart } from "@/components/ui/lazy-part";
import { LiveRegion } from "@/components/ui/live-region";
import { setClockSkew } from "@/components/ui/relative-time";
import { onFirstToast } from "@/components/ui/toast-queue";
import { createQueryClient } from "@/lib/client/query-client";
import { watchClockSkew } from "@/lib/client/request";

const ToastRegion = lazyPart(() => import("@/components/ui/toast").then((module) => module.ToastRegion));

/** What every page stands on: the store of what was read, the address as state, keys, messages. */
export function Providers({ children }: { children: ReactNode }) {
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
  return needed ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
