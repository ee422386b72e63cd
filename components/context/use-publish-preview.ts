import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { previewPublish } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { sessionKey } from "@/lib/client/sessions";
import type { PublishContext } from "@/lib/contracts/context";

/** What publishing would send to whom. It is asked again when somebody confirms meanwhile: that changes what is sent. */
export function usePublishPreview(scope: SessionScope, body: PublishContext, etag: string | undefined) {
  return useQuery({
    queryKey: [...sessionKey(scope), "publish-preview", etag, body],
    queryFn: ({ signal }) => previewPublish(scope, body, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}
