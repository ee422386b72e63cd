-- CreateTable
CREATE TABLE "Pair" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionKey" INTEGER NOT NULL,
    "judgement" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "holds" TEXT,
    "settledBy" TEXT,
    "settledAt" DATETIME,
    CONSTRAINT "Pair_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Pair_sessionKey_idx" ON "Pair"("sessionKey");
