export const CONTROL =
  "w-full rounded-md border border-line-strong bg-raised px-2.5 text-fg hover:border-fg-3 focus-visible:border-accent disabled:opacity-50 aria-invalid:border-bad data-[invalid]:border-bad";

export const PROGRESS =
  "overflow-hidden rounded-full bg-line-strong [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-strong [&::-webkit-progress-value]:bg-accent appearance-none h-1.5";
