import { AppError } from "@/lib/core/errors";

/** A whole number above zero, as an option was given. Throws `invalid_input` for anything else. */
export function positiveNumber(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number > 0) return number; // 5000
  throw new AppError("invalid_input", `"${value}" is no whole number above zero.`, {
    hint: "Write one, such as 5000.",
  });
}
