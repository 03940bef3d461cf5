-- The desk's list of decided cases.
CREATE INDEX decision_created ON decision (created_at, case_id);
