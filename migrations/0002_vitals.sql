-- How pages perform in browsers: how often each value was reported on a Tokyo day. Values have two significant
-- digits, milliseconds or, for CLS, thousandths; nothing here belongs to a person or a visit.
CREATE TABLE vital (
  day TEXT NOT NULL,
  page TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('ja', 'en')),
  metric TEXT NOT NULL CHECK (metric IN ('CLS', 'FCP', 'INP', 'LCP', 'TTFB')),
  value INTEGER NOT NULL,
  count INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (day, page, language, metric, value)
) WITHOUT ROWID;

-- For operators: SELECT * FROM vital_percentile WHERE metric = 'LCP'
CREATE VIEW vital_percentile AS
  WITH total AS (
    SELECT page, language, metric, value, SUM(count) AS count
    FROM vital GROUP BY page, language, metric, value
  ), running AS (
    SELECT page, language, metric, value,
      SUM(count) OVER (PARTITION BY page, language, metric ORDER BY value) AS reached,
      SUM(count) OVER (PARTITION BY page, language, metric) AS reports
    FROM total
  )
  SELECT page, language, metric, MAX(reports) AS reports,
    MIN(CASE WHEN reached * 100 >= reports * 50 THEN value END) AS p50,
    MIN(CASE WHEN reached * 100 >= reports * 75 THEN value END) AS p75,
    MIN(CASE WHEN reached * 100 >= reports * 95 THEN value END) AS p95
  FROM running GROUP BY page, language, metric;
