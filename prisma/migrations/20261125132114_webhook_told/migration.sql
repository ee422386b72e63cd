-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN "claimedAt" DATETIME;
ALTER TABLE "Webhook" ADD COLUMN "told" TEXT;
