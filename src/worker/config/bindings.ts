/**
 * Bindings that only some deployments have; those common to all are generated from `wrangler.toml`. Variables and
 * secrets are no part of it: `config.ts` reads them.
 */
declare global {
  interface Env {
    MAIL?: SendEmail
    /** Workers AI, for `TRANSLATOR=workers-ai`. */
    AI?: Ai
    /** Cloudflare Images, which re-encodes profile pictures; Miniflare's stand-in runs sharp. */
    IMAGES: ImagesBinding
    /** A worker that answers the service's paths. Together with `<NAME>_SERVICE_URL` it is a mistake. */
    QUESTION_SERVICE?: Fetcher
    AUTH_SERVICE?: Fetcher
    COMMENT_SERVICE?: Fetcher
    USER_SERVICE?: Fetcher
    ACCOUNT_SERVICE?: Fetcher
    MODERATION_SERVICE?: Fetcher
    OPERATOR_SERVICE?: Fetcher
  }
}

export {}
