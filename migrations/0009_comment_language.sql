-- The language of a comment, from its text or from the page it was written on. NULL in rows from before, which are read by
-- their text alone.
ALTER TABLE comment ADD COLUMN language TEXT;
