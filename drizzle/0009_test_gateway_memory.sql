CREATE TABLE "test_gateway_entries" (
	"key" text PRIMARY KEY NOT NULL,
	"charge" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "test_gateway_entries_kind" CHECK ("test_gateway_entries"."kind" in ('confirmed', 'canceled', 'refunded')),
	CONSTRAINT "test_gateway_entries_amount" CHECK (("test_gateway_entries"."kind" = 'refunded') = ("test_gateway_entries"."amount" > 0) and "test_gateway_entries"."amount" >= 0)
);
--> statement-breakpoint
CREATE INDEX "test_gateway_entries_charge" ON "test_gateway_entries" USING btree ("charge");