import { expect, it } from "vitest";
import { noAnswerHint } from "@/lib/cli/no-answer-hint";

it.each(["http://127.0.0.1:4100", "http://127.9.0.1", "http://localhost:4100", "http://[::1]:4100"])(
  "a server of this machine is started: %s",
  (origin) => {
    expect(noAnswerHint(origin)).toBe("Start it with: wardroom serve");
  },
);

it.each(["https://wardroom.example.org", "http://10.0.0.7:4100", "http://localhost.example.org"])(
  "a server elsewhere is not started from here: %s",
  (origin) => {
    expect(noAnswerHint(origin)).not.toContain("wardroom serve");
  },
);
