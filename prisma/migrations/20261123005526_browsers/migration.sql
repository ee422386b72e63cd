-- AlterTable
ALTER TABLE "Credential" ADD COLUMN "address" TEXT;
ALTER TABLE "Credential" ADD COLUMN "linkUsedAt" DATETIME;
ALTER TABLE "Credential" ADD COLUMN "secretHash" TEXT;
ALTER TABLE "Credential" ADD COLUMN "userAgent" TEXT;
ALTER TABLE "Credential" ADD COLUMN "viewerId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Credential_secretHash_key" ON "Credential"("secretHash");

-- CreateIndex
CREATE INDEX "Credential_viewerId_idx" ON "Credential"("viewerId");
