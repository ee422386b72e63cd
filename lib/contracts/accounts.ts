import { z } from "zod";
import { asFound, listOf, shape } from "@/lib/contracts/shapes";
import { SignedBy } from "@/lib/contracts/people";
import { Time } from "@/lib/contracts/primitives";

export const Account = shape("Account", {
  id: z.string(),
  person: SignedBy,
  label: z.string().meta({
    description:
      "The address or name by which the provider knew it at its last sign-in. It may change, and decides nothing",
  }),
  issuer: z.string().nullable().meta({
    description:
      "The address of the provider; null for an account that was linked before that was kept, until its next sign-in",
  }),
  linkedAt: asFound(Time),
  lastSignInAt: asFound(Time).nullable(),
});
export type Account = z.infer<typeof Account>;

export const AccountList = listOf(Account);
export type AccountList = z.infer<typeof AccountList>;
