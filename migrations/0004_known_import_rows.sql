-- The pool's question that a row of an import repeats; only its date is taken.
ALTER TABLE question_import_row ADD COLUMN known_id TEXT;
