import { LazyMarkdown } from "@/components/ui/lazy-markdown";

/** So much of a text is drawn; the file shows all of it. */
const LIMIT = 4_000;

export function SetText({ text }: { text: string }) {
  return <LazyMarkdown text={text.length <= LIMIT ? text : `${text.slice(0, LIMIT)} …`} />;
}
