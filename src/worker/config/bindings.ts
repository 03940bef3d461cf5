/**
 * Bindings of some deployments only; the common ones are generated from `wrangler.toml`. `config.ts` reads variables
 * and secrets.
 */
declare global {
  interface Env {
    MAIL?: SendEmail
    /** Workers AI, for `TRANSLATOR=workers-ai`. */
    AI?: Ai
    /** Re-encodes profile pictures; Miniflare emulates it with sharp. */
    IMAGES: ImagesBinding
  }
}

export {}
