/** Largest picture that is accepted, in bytes once decoded from base64. */
export const MOST_BYTES = 2 * 1024 * 1024
/** The picture in base64 with room for the rest of the JSON. */
export const PICTURE_BODY_LIMIT = Math.ceil(MOST_BYTES / 3) * 4 + 1024
