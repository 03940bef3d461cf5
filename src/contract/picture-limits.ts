/** Size of the largest picture that is accepted, in bytes once decoded from base64. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024
/** Longest side of the largest picture that is accepted, pixels. */
export const MAX_PICTURE_SIDE = 2048
/** The picture in base64 with room for the rest of the JSON. */
export const PICTURE_BODY_LIMIT = Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1024
