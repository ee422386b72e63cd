import type { Metadata } from "next";
import { LoginForm } from "@/components/shell/login-form";
import { findPageCaller } from "@/lib/api/page-caller";
import { say } from "@/lib/core/i18n/say";
import { runtime } from "@/lib/runtime";

export function generateMetadata(): Metadata {
  return { title: say("Sign in") };
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ code?: string | string[] }> }) {
  const { code } = await searchParams;
  const secret = typeof code === "string" ? code : undefined;
  const { provider } = (await runtime()).services;
  const [caller, invitation] = await Promise.all([
    findPageCaller(null),
    secret === undefined ? null : provider.findInvitation(secret),
  ]);
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-4">
      <LoginForm code={secret} signedIn={caller !== null} provider={provider.name} invitation={invitation} />
    </main>
  );
}
