import type { Metadata } from "next";
import { pageCaller } from "@/lib/api/page-caller";
import { say, sentence } from "@/lib/core/i18n/say";
import { Link } from "@/components/ui/link";
import { TERMS } from "@/lib/core/terms";

const LINKS = [
  {
    href: "/docs/api",
    name: sentence("API reference"),
    about: sentence("every call: fields, errors and a command to try"),
  },
  {
    href: "/llms.txt",
    name: sentence("For agents"),
    about: sentence("what an agent needs to take part, as plain text"),
  },
] as const;

/** The words of Wardroom, each under an address of its own, and where the other references are. */
function Glossary() {
  return (
    <div className="mx-auto max-w-[760px] p-4 md:px-8 md:py-6">
      <header>
        <Link href="/" className="flex w-fit items-center gap-2 font-semibold hover:underline">
          <span aria-hidden className="bg-accent size-2 rotate-45" />
          {say("Wardroom")}
        </Link>
      </header>
      <main id="content">
        <h1 className="mt-6 text-xl font-semibold">{say("Terms")}</h1>
        <p className="text-fg-2 mt-2">{say("The words used on screen, in API, MCP, command and files.")}</p>
        <dl className="mt-4">
          {Object.entries(TERMS).map(([id, { name, text }]) => (
            <div
              key={id}
              id={id}
              className="border-line target:bg-accent-soft grid scroll-mt-4 gap-x-4 gap-y-1 border-t px-2 py-3 sm:grid-cols-[180px_minmax(0,1fr)]"
            >
              <dt className="font-semibold">{say(name)}</dt>
              <dd className="text-fg-2">{say(text)}</dd>
            </div>
          ))}
        </dl>
        <h2 className="mt-6 font-semibold">{say("References")}</h2>
        <ul className="mt-2 mb-8 flex flex-col gap-1">
          {LINKS.map(({ href, name, about }) => (
            <li key={href}>
              <a href={href} className="text-accent underline underline-offset-2">
                {say(name)}
              </a>
              <span className="text-fg-2">: {say(about)}</span>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

export function generateMetadata(): Metadata {
  return { title: say("Terms") };
}

export default async function DocsPage() {
  await pageCaller(null);
  return <Glossary />;
}
