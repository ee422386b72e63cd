import { z } from "zod";
import { asFound, body, listOf, shape } from "@/lib/contracts/shapes";
import { MadeToken, Time, Writing } from "@/lib/contracts/primitives";
import { PERSON_ROLES } from "@/lib/core/access/person-role";

/** The person who did something, under the name they had then. */
export const SignedBy = shape("SignedBy", { id: z.string(), name: z.string() });
export type SignedBy = z.infer<typeof SignedBy>;

const PersonName = Writing.min(1)
  .max(100)
  .refine((name) => name.trim() !== "", "is blank")
  .refine((name) => !/[\r\n]/.test(name), "has more than one line")
  .meta({ description: "Name of a person, as the history shows it", examples: ["Dana"] });

/** What a person may do, each with all that those before it may. */
const Role = z.enum(PERSON_ROLES).meta({
  id: "PersonRole",
  description:
    "viewer: reads. curator: also archives, resolves, prunes, decides relays, repairs and faults, edits knowledge, comments and assigns. lead: also all that the Lead may. owner: also people, set-up and redaction",
});

export const Person = shape("Person", {
  id: z.string(),
  name: z.string(),
  role: Role,
  createdAt: asFound(Time),
  lastSeenAt: asFound(Time).nullable(),
  endedAt: asFound(Time).nullable().meta({ description: "Since when they may do nothing any more" }),
});
export type Person = z.infer<typeof Person>;

export const PersonList = listOf(Person);
export type PersonList = z.infer<typeof PersonList>;

export const AddPerson = body("AddPerson", { name: PersonName, role: Role });
export type AddPerson = z.infer<typeof AddPerson>;

export const ChangePerson = body("ChangePerson", { name: PersonName.optional(), role: Role.optional() });
export type ChangePerson = z.infer<typeof ChangePerson>;

export const EndPersonQuery = z.object({
  dryRun: z.enum(["true", "false"]).default("false").meta({ description: "true only says what would end with them" }),
});

/** Something that came to be by a person, or by what they made, and ends with them. */
const EndedWith = shape("EndedWith", {
  kind: z.enum(["person", "link", "account", "viewer", "token", "webhook"]),
  id: z.string(),
  name: z.string().meta({ description: "Whose it is: a person, a role, or the label of a viewer" }),
  session: z.string().nullable(),
});
export type EndedWith = z.infer<typeof EndedWith>;

export const PersonEnded = shape("PersonEnded", {
  done: z.boolean().meta({ description: "false for a dry run" }),
  ended: z.array(EndedWith),
});
/** A person with a token for programs, and the path of a page that lets one browser in, once; shown this once. */
export const PersonWithLink = shape("PersonWithLink", {
  person: Person,
  token: MadeToken,
  path: z.string(),
  linkEndsAt: asFound(Time).meta({ description: "Until when the path lets a browser in, if it was not used before" }),
});
export type PersonWithLink = z.infer<typeof PersonWithLink>;

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
