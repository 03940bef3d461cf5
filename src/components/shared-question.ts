/** What a page says of its question to the sites on which it is shared. */
export interface SharedQuestion {
  /** The address of its picture, without the origin. */
  card: string
  /** ISO 8601. */
  publishedAt: string
}
