"use client";
import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/ui/relative-time";
import { loginAttemptsQuery } from "@/lib/client/queries/browsers";
import { NoticeBar } from "./notice-bar";

/** Mistakes that a person makes; more than that are worth telling. */
const USUAL = 5;

/** Tells the owner on every page that somebody guesses at the login. */
export function LoginNotice({ workspace }: { workspace: string }) {
  const { data } = useQuery(loginAttemptsQuery(workspace));
  if (!data || data.failed <= USUAL || data.lastAt === null) return null;
  return (
    <NoticeBar>
      {data.failed} failed sign-ins, most of them from {data.address ?? "many addresses"}, the last one{" "}
      <RelativeTime at={data.lastAt} ago />. Further guesses have to wait. If that was not you, check who can reach this
      address.
    </NoticeBar>
  );
}
