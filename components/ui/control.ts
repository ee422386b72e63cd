/** How every control that takes text looks. */
export const CONTROL =
  "w-full rounded-md border border-line-strong bg-raised px-2.5 text-fg hover:border-fg-3 focus-visible:border-accent disabled:opacity-50 aria-invalid:border-bad data-[invalid]:border-bad";
