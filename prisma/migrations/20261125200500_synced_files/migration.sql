-- AlterTable
ALTER TABLE "Document" ADD COLUMN "synced" INTEGER NOT NULL DEFAULT 0;

-- What was answered so far is in its file, and on the disk.
UPDATE "Document" SET "synced" = "head";
