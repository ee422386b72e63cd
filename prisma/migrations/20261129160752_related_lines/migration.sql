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
    "documentId" INTEGER NOT NULL,
    "term" TEXT NOT NULL,
    "item" TEXT NOT NULL,

    PRIMARY KEY ("documentId", "term", "item")
) WITHOUT ROWID;
