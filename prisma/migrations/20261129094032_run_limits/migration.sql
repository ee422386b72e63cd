-- AlterTable
ALTER TABLE "Session" ADD COLUMN "endedAfter" INTEGER;
ALTER TABLE "Session" ADD COLUMN "gateAsks" TEXT;
ALTER TABLE "Session" ADD COLUMN "silentAfter" INTEGER;
