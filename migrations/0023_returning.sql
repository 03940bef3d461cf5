-- Whether a person sees no earlier answers of their own on the day's page (docs/product.md#reading-settings). NULL: they do.
ALTER TABLE user ADD COLUMN hides_echo INTEGER;
