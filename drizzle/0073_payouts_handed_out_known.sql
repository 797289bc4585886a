UPDATE "payouts" SET "handed_out_at" = "created_at" WHERE "alert" = '' AND "handed_out_at" IS NOT NULL;
