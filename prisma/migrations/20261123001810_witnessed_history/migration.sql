-- AlterTable
ALTER TABLE "Event" ADD COLUMN "revisions" TEXT;

-- CreateTable
CREATE TABLE "Witness" (
    "keeper" TEXT NOT NULL PRIMARY KEY,
    "since" DATETIME NOT NULL
);
