import { QueryClient, defaultShouldDehydrateQuery } from "@tanstack/react-query";
import { RequestError } from "@/lib/client/request-error";

/** Only what may be different the next time is tried again: no answer, or a server that was busy. */
function isWorthRetrying(error: unknown): boolean {
  return error instanceof RequestError && (error.code === "unreachable" || error.code === "busy");
}

/**
 * A store of what was read. The stream tells when something changed, so nothing goes stale by time alone; what a page
 * fetched on the server is not fetched again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 3 && isWorthRetrying(error),
      },
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery },
    },
  });
}
