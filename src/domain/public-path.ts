/** A path without its language, if it names one: `/login` in every language. */
export const publicPath = (pathname: string): string =>
  pathname.replace(/^\/[a-z]{2}(?:\/+|$)/, '/')
