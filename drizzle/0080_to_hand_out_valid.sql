-- The names with that of money to hand out.
ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_name";
