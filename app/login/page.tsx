import type { Metadata } from "next";
import { LoginForm } from "@/components/shell/login-form";
import { findPageCaller } from "@/lib/api/page-caller";
import { say } from "@/lib/core/words/say";

export function generateMetadata(): Metadata {
  return { title: say("Sign in") };
}

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ code?: string | string[] }> }) {
  const { code } = await searchParams;
  const caller = await findPageCaller();
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-4">
      <LoginForm code={typeof code === "string" ? code : undefined} signedIn={caller !== null} />
    </main>
  );
}
