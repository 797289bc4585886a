ALTER TABLE "given_back" VALIDATE CONSTRAINT "given_back_instead_of_refunds_id_fk";
