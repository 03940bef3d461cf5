-- Vitals are log lines, requests are counted by the platform, and an alarm is a row while it is raised.
DROP VIEW vital_percentile;
DROP TABLE vital;
DROP TABLE traffic;
DROP TABLE route_time;
DROP TABLE database_size;
DROP TABLE alarm;

CREATE TABLE alarm (
  name TEXT PRIMARY KEY NOT NULL,
  since INTEGER NOT NULL,
  -- The measured value: no words of anybody.
  detail TEXT NOT NULL
) WITHOUT ROWID;
