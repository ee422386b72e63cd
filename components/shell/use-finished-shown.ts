import { useActions } from "@/components/ui/action-registry";
import { useKept } from "@/lib/client/kept";
import { say } from "@/lib/core/i18n/say";
/** Whether this browser shows the finished sessions, which are folded at first, and what shows or hides them; also by key. */
export function useFinishedShown(count: number): [boolean, (shown: boolean) => void] {
  const [kept, keep] = useKept("finished-shown");
  const shown = kept !== null;
  const show = (on: boolean) => keep(on ? "on" : null);
  useActions([
    {
      id: "sessions.finished",
      label: shown ? say("Hide finished sessions") : say("Show finished sessions"),
      group: "View",
      keys: "g d",
      enabled: count > 0,
      run: () => show(!shown),
    },
  ]);
  return [shown, show];
}
