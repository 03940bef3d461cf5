-- Whether others' answers on today's question are covered until the person has answered
-- (docs/product.md#own-words-first). NULL: they are not.
ALTER TABLE user ADD COLUMN hides_others INTEGER;
