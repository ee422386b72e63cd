interface TextUnderTitle {
  title: string;
  text: string;
}

/** Two texts that are to be compared by eye, beside each other where there is room. */
export function TwoTexts({ one, other }: { one: TextUnderTitle; other: TextUnderTitle }) {
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      {[one, other].map(({ title, text }) => (
        <section key={title} className="min-w-0">
          <h3 className="text-fg-3 mb-1 text-xs font-semibold">{title}</h3>
          <pre
            tabIndex={0}
            dir="auto"
            className="written border-line bg-panel max-h-72 overflow-y-auto rounded-md border p-2.5 font-mono text-xs leading-[18px] whitespace-pre-wrap"
          >
            {text === "" ? "(removed)" : text}
          </pre>
        </section>
      ))}
    </div>
  );
}
