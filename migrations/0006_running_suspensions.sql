-- The people desk lists who is suspended now.
CREATE INDEX ban_end ON ban (ends_at);
