-- DropTable
DROP TABLE "Term";

-- DropTable
DROP TABLE "Line";

-- AlterTable
ALTER TABLE "Document" DROP COLUMN "indexed";

-- CreateTable
CREATE TABLE "Page" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "workspaceId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "session" TEXT NOT NULL,
    "scope" INTEGER NOT NULL,
    "holds" TEXT
);

-- CreateTable
CREATE TABLE "Line" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "pageId" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "role" TEXT,
    "tag" TEXT,
    "state" TEXT,
    "at" TEXT,
    "terms" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "head" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "Words" (
    "line" INTEGER NOT NULL PRIMARY KEY,
    "mask" INTEGER NOT NULL,
    "words" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Term" (
    "term" TEXT NOT NULL,
    "scope" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,

    PRIMARY KEY ("term", "scope", "line")
) WITHOUT ROWID;

-- CreateIndex
CREATE UNIQUE INDEX "Page_workspaceId_path_key" ON "Page"("workspaceId", "path");

-- CreateIndex
CREATE UNIQUE INDEX "Line_pageId_key_key" ON "Line"("pageId", "key");
