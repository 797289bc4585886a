ALTER TABLE "waiting_acts" DROP CONSTRAINT "waiting_acts_kind";--> statement-breakpoint
ALTER TABLE "waiting_acts" DROP CONSTRAINT "waiting_acts_of";--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD COLUMN "cart" uuid;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD CONSTRAINT "waiting_acts_kind" CHECK ("waiting_acts"."kind" in ('refund', 'edit', 'return', 'grant', 'order', 'quote')) NOT VALID;--> statement-breakpoint
ALTER TABLE "waiting_acts" ADD CONSTRAINT "waiting_acts_of" CHECK (("waiting_acts"."kind" in ('grant', 'order', 'quote')) = ("waiting_acts"."order" is null) and ("waiting_acts"."kind" = 'quote') = ("waiting_acts"."cart" is not null) and ("waiting_acts"."order" is null and "waiting_acts"."cart" is null) = ("waiting_acts"."version" is null)) NOT VALID;