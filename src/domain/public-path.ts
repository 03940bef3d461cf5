/** The path without its language: `/` for `/ja`, and `/login` for `/ja/login` as for itself. */
export const publicPath = (pathname: string): string =>
  pathname.replace(/^\/[a-z]{2}(?:\/+|$)/, '/')
