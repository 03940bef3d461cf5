/** SQL: the numbers from ?1 to before ?2, as `row.n`. */
export const ROWS = `
  WITH RECURSIVE row (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM row WHERE n + 1 < ?2)`

/** Of the number in a generated id. */
const DIGITS = 15

/** SQL: the id of a generated person by the prefix and the number. */
export const personIdSql = (prefix: string, number: string) =>
  `printf(${prefix} || '%0${DIGITS}d', ${number})`
export const personId = (prefix: string, number: number) =>
  `${prefix}${String(number).padStart(DIGITS, '0')}`

/** People `?1` to before `?2` with the prefix `?3`, one each `?5` milliseconds since `?4`. */
export const INSERT_PEOPLE = `${ROWS}
  INSERT INTO user (id, username, username_key, email, email_key, created_at, activated_at)
  SELECT ${personIdSql('?3', 'n')}, ?3 || n, lower(?3 || n), ?3 || n || '@example.com',
    lower(?3 || n || '@example.com'), ?4 + n * ?5, ?4 + n * ?5 FROM row`
