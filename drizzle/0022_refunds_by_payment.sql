CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment");--> statement-breakpoint
CREATE INDEX "return_lines_of_line" ON "return_lines" USING btree ("line");