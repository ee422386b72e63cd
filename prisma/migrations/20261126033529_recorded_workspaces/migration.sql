-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN "recorded" TEXT;
