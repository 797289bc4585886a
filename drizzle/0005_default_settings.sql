-- What a new shop starts with until its staff say otherwise (spec §9: site settings defaults): six days of hours,
-- a missing one is a closed day, and five shipping tiers.
INSERT INTO "site_settings" ("hours_of_operation", "closed_note") VALUES (
  '["closed", {"open": "08:00", "close": "17:00"}, {"open": "08:00", "close": "17:00"}, {"open": "08:00", "close": "17:00"}, {"open": "08:00", "close": "17:00"}, {"open": "08:00", "close": "17:00"}]',
  'Closed on Saturday and Sunday'
) ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "shipping_tiers" ("position", "price", "cost") VALUES
  (1, 5000, 995), (2, 10000, 1295), (3, 25000, 1995), (4, 50000, 2995), (5, 50000, 0)
ON CONFLICT DO NOTHING;
