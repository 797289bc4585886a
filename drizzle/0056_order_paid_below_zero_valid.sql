ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_paid_bounds";
