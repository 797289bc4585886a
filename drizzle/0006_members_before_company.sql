ALTER TABLE "users" DROP CONSTRAINT "users_company_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_companies_id_fk" FOREIGN KEY ("company") REFERENCES "public"."companies"("id") ON DELETE restrict ON UPDATE no action;