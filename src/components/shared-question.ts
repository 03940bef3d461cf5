export interface SharedQuestion {
  /** Path of its sharing picture. */
  card: string
  publishedAt: string
}
