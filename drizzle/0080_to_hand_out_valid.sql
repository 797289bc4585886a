ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_name";
