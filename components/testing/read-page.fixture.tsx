import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

interface Around {
  client?: QueryClient;
  /** The query of the page's address. */
  address?: string;
}

/** What is read out of an element as a page first shows it, without a browser: nothing in it is opened or asked for. */
export function readPage(element: ReactNode, { client = new QueryClient(), address = "" }: Around = {}): string {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NuqsTestingAdapter searchParams={address}>{element}</NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return markup.replaceAll(/<[^>]* aria-label="([^"]*)"[^>]*>|<[^>]*>/g, " $1 ").replaceAll(/\s+/g, " ");
}
