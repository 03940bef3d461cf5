/** Strips the language: `/login` in every language. */
export const publicPath = (pathname: string): string =>
  pathname.replace(/^\/[a-z]{2}(?:\/+|$)/, '/')
