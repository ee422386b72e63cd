-- CreateTable
CREATE TABLE "Repair" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "documentId" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "base" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,
    "saved" INTEGER NOT NULL,
    "before" INTEGER NOT NULL,
    "repaired" INTEGER,
    "foundAt" DATETIME NOT NULL,
    "decidedBy" TEXT,
    "decidedAt" DATETIME,
    CONSTRAINT "Repair_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN "overwrites" TEXT NOT NULL DEFAULT 'propose';

-- CreateIndex
CREATE INDEX "Repair_documentId_state_idx" ON "Repair"("documentId", "state");
