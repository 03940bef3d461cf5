-- A question that is inserted or deleted looks for its cases by this index.
CREATE INDEX moderation_case_question ON moderation_case (question_id);
