ALTER TABLE "given_back" VALIDATE CONSTRAINT "given_back_shipping";
