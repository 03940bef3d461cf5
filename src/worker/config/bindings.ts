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
  }
}

export {}
