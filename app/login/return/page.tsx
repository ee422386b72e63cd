import type { Metadata } from "next";
import { LoginForm } from "@/components/shell/login-form";
import { say } from "@/lib/core/i18n/say";
import { runtime } from "@/lib/runtime";

export function generateMetadata(): Metadata {
  return { title: say("Sign in") };
}

/** Where the provider sends browsers back to. Opening it changes nothing: the page posts what it came with. */
export default async function LoginReturnPage({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const said = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (typeof each === "string" ? [[name, each]] : [])),
  );
  const { provider } = (await runtime()).services;
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-4">
      <LoginForm returned={new URLSearchParams(said).toString()} provider={provider.name} />
    </main>
  );
}
