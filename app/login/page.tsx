import type { Metadata } from "next";
import { LoginForm } from "@/components/shell/login-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ code?: string | string[] }> }) {
  const { code } = await searchParams;
  return (
    <main id="content" className="grid min-h-dvh place-items-center p-4">
      <LoginForm code={typeof code === "string" ? code : undefined} />
    </main>
  );
}
