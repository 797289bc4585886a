UPDATE "waiting_acts" SET
  "why" = CASE
    WHEN "words" LIKE '%above the credit limit' THEN 'credit'
    WHEN "kind" IN ('order', 'quote') OR "words" LIKE '%at prices that they named' THEN 'prices'
    ELSE 'limit' END,
  "above_credit" = CASE WHEN "words" LIKE '%above the credit limit' THEN "amount" END
WHERE "state" = 'waiting';
