-- AlterTable
ALTER TABLE "Document" ADD COLUMN "indexed" INTEGER;

-- CreateTable
CREATE TABLE "Line" (
    "documentId" INTEGER NOT NULL,
    "item" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "size" INTEGER NOT NULL,

    PRIMARY KEY ("documentId", "item"),
    CONSTRAINT "Line_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "Document" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Term" (
    "term" TEXT NOT NULL,
    "documentId" INTEGER NOT NULL,
    "item" TEXT NOT NULL,

    PRIMARY KEY ("term", "documentId", "item")
) WITHOUT ROWID;
