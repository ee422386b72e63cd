import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { PathParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

interface Around {
  client?: QueryClient;
  /** The query of the page's address. */
  address?: string;
}

/** What the address of a page names. */
const PLACE = { workspace: "w", session: "s" };

/** What is read out of an element as a page first shows it, without a browser: nothing in it is opened or asked for. */
export function readPage(element: ReactNode, { client = new QueryClient(), address = "" }: Around = {}): string {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PathParamsContext.Provider value={PLACE}>
        <NuqsTestingAdapter searchParams={address}>{element}</NuqsTestingAdapter>
      </PathParamsContext.Provider>
    </QueryClientProvider>,
  );
  return markup.replaceAll(/<[^>]* aria-label="([^"]*)"[^>]*>|<[^>]*>/g, " $1 ").replaceAll(/\s+/g, " ");
}
