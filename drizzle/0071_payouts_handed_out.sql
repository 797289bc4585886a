ALTER TABLE "payouts" ADD COLUMN "receipt" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "alert" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "handed_out_at" timestamptz DEFAULT now();--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_receipt_receipts_id_fk" FOREIGN KEY ("receipt") REFERENCES "public"."receipts"("id") ON DELETE restrict ON UPDATE no action NOT VALID;