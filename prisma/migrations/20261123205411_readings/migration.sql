-- CreateTable
CREATE TABLE "Reading" (
    "sessionKey" INTEGER NOT NULL,
    "reader" TEXT NOT NULL,
    "mark" INTEGER NOT NULL,
    "before" INTEGER,
    "updates" TEXT NOT NULL DEFAULT '[]',
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "reader"),
    CONSTRAINT "Reading_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
