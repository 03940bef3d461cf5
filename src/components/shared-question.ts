/** Sharing metadata of a page's question. */
export interface SharedQuestion {
  /** Path of its sharing picture. */
  card: string
  publishedAt: string
}
