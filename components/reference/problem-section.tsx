import { Markdown } from "@/components/ui/markdown";

/** What an error means, as the page tells it. */
export interface ProblemText {
  code: string;
  status: number;
  title: string;
  meaning: string;
  remedy: string;
}

/** One error code. Its anchor is where the `type` of every such problem points. */
export function ProblemSection({ problem: { code, status, title, meaning, remedy } }: { problem: ProblemText }) {
  return (
    <article
      id={code}
      aria-labelledby={`${code}-title`}
      className="border-line target:border-accent bg-raised scroll-mt-4 rounded-lg border p-4"
    >
      <h3 id={`${code}-title`} className="font-semibold">
        <a href={`#${code}`} className="hover:underline">
          {title}
        </a>
      </h3>
      <p className="text-fg-2 mt-1 font-mono text-xs">
        {status} {code}
      </p>
      <div className="mt-2">
        <Markdown text={meaning} />
        <div className="text-fg-2">
          <Markdown text={`**What to do:** ${remedy}`} />
        </div>
      </div>
    </article>
  );
}
