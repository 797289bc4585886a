ALTER TABLE "given_back" ADD COLUMN "instead_of" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "why" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "given_back" ADD CONSTRAINT "given_back_instead_of_refunds_id_fk" FOREIGN KEY ("instead_of") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action NOT VALID;