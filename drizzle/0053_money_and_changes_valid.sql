ALTER TABLE "account_entries" VALIDATE CONSTRAINT "account_entries_given_given_back_id_fk";--> statement-breakpoint
ALTER TABLE "account_entries" VALIDATE CONSTRAINT "account_entries_receipt_receipts_id_fk";--> statement-breakpoint
ALTER TABLE "account_entries" VALIDATE CONSTRAINT "account_entries_edit_order_edits_id_fk";--> statement-breakpoint
ALTER TABLE "store_credit_entries" VALIDATE CONSTRAINT "store_credit_entries_given_given_back_id_fk";--> statement-breakpoint
ALTER TABLE "store_credit_entries" VALIDATE CONSTRAINT "store_credit_entries_edit_order_edits_id_fk";--> statement-breakpoint
ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_name";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_taken_back";--> statement-breakpoint
ALTER TABLE "account_entries" VALIDATE CONSTRAINT "account_entries_kind";--> statement-breakpoint
ALTER TABLE "account_entries" VALIDATE CONSTRAINT "account_entries_sign";--> statement-breakpoint
ALTER TABLE "return_lines" VALIDATE CONSTRAINT "return_lines_scrapped";--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_fee";--> statement-breakpoint
ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_refund_to";--> statement-breakpoint
ALTER TABLE "site_settings" VALIDATE CONSTRAINT "site_settings_price_limit";--> statement-breakpoint
ALTER TABLE "stock_moves" VALIDATE CONSTRAINT "stock_moves_reason";
