import { vi } from "vitest";
import { Clock } from "@/lib/services/workspace/clock";

// A test that sets the time sets it for the database, too, which has a clock of its own where it is a server.
const { follow }: Pick<Clock, "follow"> = Clock.prototype;
Clock.prototype.follow = function (offset) {
  follow.call(this, () => (vi.getMockedSystemTime() === null ? offset() : 0));
};
