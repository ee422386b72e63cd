import { showInvisible } from "@/lib/core/text/visible";

export function PlainText({ text, label }: { text: string; label: string }) {
  const lines = text.split(/\r\n|\r|\n/);
  // The end of the last line begins no other.
  if (lines.at(-1) === "") lines.pop();
  return (
    <div
      role="group"
      aria-label={label}
      className="border-line bg-raised overflow-hidden rounded-lg border py-1.5 font-mono text-xs leading-[18px]"
    >
      {lines.map((line, index) => (
        <div
          key={index}
          className="grid grid-cols-[44px_minmax(0,1fr)] [contain-intrinsic-size:auto_18px] [content-visibility:auto]"
        >
          <span aria-hidden className="text-fg-3 pe-3 text-end select-none">
            {index + 1}
          </span>
          <code dir="auto" className="written min-h-[18px] pe-3 whitespace-pre-wrap">
            {showInvisible(line)}
          </code>
        </div>
      ))}
    </div>
  );
}
