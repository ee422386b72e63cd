import { z } from "zod";
import { Count, asFound, listOf, shape } from "@/lib/contracts/shapes";
import { Time } from "@/lib/contracts/primitives";

export const Browser = shape("Browser", {
  id: z.string(),
  kind: z.enum(["owner", "viewer", "person"]),
  label: z
    .string()
    .nullable()
    .meta({ description: "The person whose it is, or the viewer whose link it signed in with" }),
  userAgent: z.string().nullable(),
  address: z.string().nullable().meta({ description: "Where it signed in from" }),
  createdAt: asFound(Time),
  lastUsedAt: asFound(Time).nullable(),
  expiresAt: asFound(Time),
  isThis: z.boolean().meta({ description: "Whether this request came from it" }),
});
export type Browser = z.infer<typeof Browser>;

export const BrowserList = listOf(Browser);
export type BrowserList = z.infer<typeof BrowserList>;

/** Sign-ins with a wrong code or token, since the last hour without one. */
export const LoginAttempts = shape("LoginAttempts", {
  failed: Count,
  lastAt: asFound(Time).nullable(),
  lockedUntil: asFound(Time)
    .nullable()
    .meta({ description: "Until when wrong guesses are slowed, if none is made any more" }),
  address: z.string().nullable().meta({ description: "Where most of them came from" }),
});
export type LoginAttempts = z.infer<typeof LoginAttempts>;
