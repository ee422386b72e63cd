-- CreateTable
CREATE TABLE "Told" (
    "sessionKey" INTEGER NOT NULL,
    "reader" TEXT NOT NULL,
    "thing" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("sessionKey", "reader", "thing"),
    CONSTRAINT "Told_sessionKey_fkey" FOREIGN KEY ("sessionKey") REFERENCES "Session" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);
