-- CreateTable
CREATE TABLE "SessionPin" (
    "person" TEXT NOT NULL,
    "sessionKey" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("person", "sessionKey"),
    CONSTRAINT "SessionPin_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
