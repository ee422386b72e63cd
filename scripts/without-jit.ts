// Loaded before any schema is made: to compile code for one pays where it is used often, and a command uses it once.
import { config } from "zod";

config({ jitless: true });
