-- AlterTable
ALTER TABLE "Page" ADD COLUMN "lines" INTEGER NOT NULL DEFAULT 0;

UPDATE "Page" SET "lines" = (SELECT COUNT(*) FROM "Line" WHERE "pageId" = "Page"."id");
