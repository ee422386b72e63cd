import { api, type SessionScope } from "@/lib/client/paths";
import { request } from "@/lib/client/request";
import type { PublishContext, Published } from "@/lib/contracts/context";

const publishedContract = () => import("@/lib/contracts/context").then((contracts) => contracts.Published);

/** Tells what publishing a text would send to whom; changes nothing. */
export function previewPublish(scope: SessionScope, body: PublishContext, signal?: AbortSignal): Promise<Published> {
  return request(publishedContract, `${api.context(scope)}?dryRun=true`, {
    method: "PUT",
    body,
    ...(signal && { signal }),
  });
}

/** Publishes over exactly the file of `etag` (`stale` on any other), or where there is none over nothing. */
export function publishContext(
  scope: SessionScope,
  body: PublishContext,
  etag: string | undefined,
  idempotencyKey: string,
): Promise<Published> {
  return request(publishedContract, api.context(scope), {
    method: "PUT",
    body,
    idempotencyKey,
    ...(etag !== undefined && { ifMatch: etag }),
  });
}
