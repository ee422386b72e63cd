-- AlterTable
ALTER TABLE "Claim" ADD COLUMN "paths" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "claimedEdits" TEXT;
