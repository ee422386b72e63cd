import { expect, open, test } from "./test";
import { UGLY_SESSION, uglyFiles } from "./ugly-workspace";

// The server and the browser disagree about the hour of a time that names no zone.
test.use({ files: uglyFiles(), timezoneId: "Asia/Seoul", locale: "ja-JP" });

test("records that cannot be read, with dates in any form, are drawn alike by server and browser", async ({ page }) => {
  await open(page, `/team/sessions/${UGLY_SESSION}/gates`);
  const records = page.getByRole("region", { name: "Records on disk" });
  await expect(records).toContainText("broken file");
  await expect(records).toContainText("no verdict");
  await expect(records).toContainText("yesterday");
});
