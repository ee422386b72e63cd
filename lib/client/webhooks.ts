import { readQuery } from "@/lib/client/read-query";

/** Where messages of what comes to wait are sent, and how the last one went. */
export const webhookQuery = (workspace: string) => readQuery("GET /webhook", { params: { workspace } });
