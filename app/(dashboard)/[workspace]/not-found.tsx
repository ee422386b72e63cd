import { Header } from "@/components/shell/header";
import { NothingHere } from "@/components/shell/nothing-here";

export const metadata = { title: "Not found" };

/** Below the header, which leads on also where there is no room for the sidebar. */
export default function WorkspaceNotFound() {
  return (
    <>
      <Header crumbs={[{ label: "Not found" }]} />
      <NothingHere level={2} />
    </>
  );
}
