import { HydrationBoundary, dehydrate, type InferDataFromTag, type QueryKey } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { pageCaller } from "@/lib/api/page-caller";
import { decodeSegment } from "@/lib/client/paths";
import { createQueryClient } from "@/lib/client/query-client";
import { AppError, type ErrorCode } from "@/lib/core/errors";
import { runtime } from "@/lib/runtime";
import type { Caller } from "@/lib/services/workspace/caller";

interface PageProps<Scope> {
  params: Promise<Scope>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What a page is drawn from: what its address names and asks for, and who reads it. */
interface Visit<Scope> {
  scope: Scope;
  asked: PageProps<Scope>["searchParams"];
  caller: Caller;
  services: Awaited<ReturnType<typeof runtime>>["services"];
  /** Sends along what was read, so that the browser does not ask for it again. */
  keep: <Key extends QueryKey>(query: { queryKey: Key }, data: InferDataFromTag<unknown, Key>) => void;
}

/** A page of a workspace, with what it has read on the server. */
export function pageOf<Scope extends { workspace: string }>(draw: (visit: Visit<Scope>) => Promise<ReactNode>) {
  return async function Page({ params, searchParams }: PageProps<Scope>) {
    const scope = await segmentsOf(params);
    const caller = await pageCaller(scope.workspace);
    const { services } = await runtime();
    const client = createQueryClient();
    const keep: Visit<Scope>["keep"] = ({ queryKey }, data) => client.setQueryData(queryKey, data);
    const page = await draw({ scope, asked: searchParams, caller, services, keep });
    return <HydrationBoundary state={dehydrate(client)}>{page}</HydrationBoundary>;
  };
}

/** What the tab of a page is called. */
export function titled<Scope>(title: (scope: Scope) => string) {
  return async ({ params }: { params: Promise<Scope> }): Promise<Metadata> => ({
    title: title(await segmentsOf(params)),
  });
}

/** What the segments of a page's address stand for; the page is not found where one stands for no text. */
export async function segmentsOf<Scope>(params: Promise<Scope>): Promise<Scope> {
  const segments = Object.entries((await params) as Record<string, string>);
  return Object.fromEntries(segments.map(([name, value]) => [name, decodeSegment(value) ?? notFound()])) as Scope;
}

/** What keeps a page from being there: its address names nothing, what nothing can be called, or what is another's. */
const NOT_THERE: readonly ErrorCode[] = ["not_found", "invalid_input", "forbidden"];

/** The result, or undefined where the thing asked for does not exist; every other failure goes on. */
export const orNotFound = <Result,>(result: Promise<Result>) => orNothing(result, NOT_THERE);

/** The result, or undefined where this caller may not see it. */
export const orForbidden = <Result,>(result: Promise<Result>) => orNothing(result, ["forbidden"]);

/** The result; the page is not found where the thing asked for does not exist. */
export async function found<Result>(result: Promise<Result>): Promise<Result> {
  return (await orNotFound(result)) ?? notFound();
}

/** The result, or undefined where it fails with one of these codes; every other failure goes on. */
export async function orNothing<Result>(
  result: Promise<Result>,
  codes: readonly ErrorCode[],
): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return undefined;
    throw error;
  }
}
