-- AlterTable
ALTER TABLE "Credential" ADD COLUMN     "issuer" TEXT COLLATE "C";
