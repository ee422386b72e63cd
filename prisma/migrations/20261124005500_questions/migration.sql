-- CreateTable
CREATE TABLE "Question" (
    "sessionKey" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "asker" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "due" DATETIME,
    "askedAt" DATETIME NOT NULL,
    "seenAt" DATETIME,
    "answer" TEXT,
    "answeredBy" TEXT,
    "answeredAt" DATETIME,

    PRIMARY KEY ("sessionKey", "id"),
    CONSTRAINT "Question_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
