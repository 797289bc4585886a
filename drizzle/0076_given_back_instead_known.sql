UPDATE "given_back" SET "instead_of" = split_part("key", ':', 2)::uuid WHERE "key" LIKE 'instead:%' AND "instead_of" IS NULL;--> statement-breakpoint
UPDATE "payouts" SET "why" = split_part(rtrim("alert", '.'), ', which was ', 2) WHERE "alert" <> '' AND "why" = '';
