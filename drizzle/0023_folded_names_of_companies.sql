ALTER TABLE "companies" ADD COLUMN "folded_name" text;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_folded_name" ON "companies" USING btree ("folded_name");