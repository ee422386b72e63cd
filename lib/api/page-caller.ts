import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AppError } from "@/lib/core/errors";
import { NO_CONNECTION } from "@/lib/api/connection";
import { identify } from "@/lib/api/guard";
import { runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";

/** Who looks at a page, of that workspace where it is of one; whoever has no valid cookie is sent to the login page. */
export async function pageCaller(workspace: string | null): Promise<Caller> {
  return (await findPageCaller(workspace)) ?? redirect("/login");
}

/** Who looks at a page, or null when there is no valid cookie. */
export async function findPageCaller(workspace: string | null): Promise<Caller | null> {
  const { services } = await runtime();
  try {
    return await identify(await headers(), services, { ...NO_CONNECTION, workspace });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
