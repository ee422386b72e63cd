import type { Metadata } from "next";
import { NothingHere } from "@/components/shell/nothing-here";
import { say } from "@/lib/core/i18n/say";

export function generateMetadata(): Metadata {
  return { title: say("Not found") };
}

export default function NotFound() {
  return <NothingHere level={1} />;
}
