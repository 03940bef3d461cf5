-- Rows that must not become valid again: sessions and reminders ended since the backup, codes, mail and counters.
DELETE FROM session;
DELETE FROM issued_passcode;
DELETE FROM used_token;
DELETE FROM email_change;
DELETE FROM security_link;
DELETE FROM unconfirmed_report;
DELETE FROM mail;
DELETE FROM reminder;
DELETE FROM push_subscription;
DELETE FROM attempt_counter;
DELETE FROM alarm;
