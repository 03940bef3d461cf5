-- A post writes seven rows instead of eight.
--
-- AUTOINCREMENT stores its counter only for a row with a number beyond it. The counter stays ahead of the comments, and a
-- post takes the next number itself (`src/worker/db/comment-number.ts`). A row without a number, such as those of the
-- release before, gets one beyond the counter, as ever.
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'comment', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'comment');
UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = 'comment';
