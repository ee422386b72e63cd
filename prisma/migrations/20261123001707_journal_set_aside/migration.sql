-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Journal" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "acts" TEXT NOT NULL,
    "outcomes" TEXT,
    "createdAt" DATETIME NOT NULL,
    "setAsideAt" DATETIME,
    "reason" TEXT
);
INSERT INTO "new_Journal" ("acts", "createdAt", "id", "outcomes") SELECT "acts", "createdAt", "id", "outcomes" FROM "Journal";
DROP TABLE "Journal";
ALTER TABLE "new_Journal" RENAME TO "Journal";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
