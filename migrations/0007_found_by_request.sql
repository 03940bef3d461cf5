-- How a decided post was found: by its filter, a request or, without either, reports.
ALTER TABLE decision ADD COLUMN found_by_request INTEGER NOT NULL DEFAULT 0 CHECK (found_by_request IN (0, 1));
UPDATE decision SET found_by_request = 1 WHERE found_by_filter = 0 AND action <> 'reverse'
  AND EXISTS (SELECT 1 FROM rights_request WHERE case_id = decision.case_id AND created_at <= decision.created_at)
  AND NOT EXISTS (SELECT 1 FROM report WHERE case_id = decision.case_id);
