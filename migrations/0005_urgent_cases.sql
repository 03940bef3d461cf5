-- Reports of self-harm come first in the queue.
DROP INDEX moderation_case_queue;
ALTER TABLE moderation_case DROP COLUMN rank;
ALTER TABLE moderation_case ADD COLUMN is_urgent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE moderation_case ADD COLUMN rank REAL GENERATED ALWAYS AS (-score - 1000.0 * is_urgent) VIRTUAL;
UPDATE moderation_case SET is_urgent = 1 WHERE state <> 'closed' AND EXISTS (
  SELECT 1 FROM report WHERE case_id = moderation_case.id AND category = 'selfHarm' AND outcome IS NULL);
CREATE INDEX moderation_case_queue ON moderation_case (rank, waiting_since, id) WHERE state <> 'closed';
