-- All problems of an import's row, where it kept the first.
ALTER TABLE question_import_row ADD COLUMN problems TEXT NOT NULL DEFAULT '[]';
UPDATE question_import_row SET problems = json_array(json_object('problem', problem, 'field', field))
WHERE problem IS NOT NULL;
ALTER TABLE question_import_row DROP COLUMN problem;
ALTER TABLE question_import_row DROP COLUMN field;
