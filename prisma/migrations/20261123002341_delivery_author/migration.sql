-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN "author" TEXT;
