/** What only some deployments set; bindings common to all are generated from `wrangler.toml`. */
declare global {
  interface Env {
    /** Root key of every keyed hash, signature and seal: at least 32 random characters. */
    SECRET: string
    /** The `SECRET` before, while it is being changed: what was made under it is still read. */
    SECRET_PREVIOUS?: string
    /** `on` only in the local set-up: opens `/dev/*`. */
    DEVELOPMENT?: string
    /** `raised` only in the local set-up and in tests that do not test limits. */
    LIMITS?: string
    /** Milliseconds added to the clock; tests only. */
    CLOCK_OFFSET_MS?: string
    /** `outbox` (keep, do not send), `smtp` or `cloudflare`. */
    MAIL_TRANSPORT?: string
    MAIL_FROM?: string
    SMTP_HOST?: string
    SMTP_PORT?: string
    SMTP_USERNAME?: string
    SMTP_PASSWORD?: string
    /** `on` (implicit TLS), `starttls` or, for loopback only, `off`. */
    SMTP_TLS?: string
    MAIL?: SendEmail
    SOCIAL_ISSUER?: string
    SOCIAL_CLIENT_ID?: string
    SOCIAL_CLIENT_SECRET?: string
    /** The least level that is logged: `debug`, `info`, `warn`, `error` or `silent`. */
    LOG_LEVEL?: string
    /** The share of requests without a failure that are logged, 0 to 1. */
    LOG_SAMPLING?: string
  }
}

export {}
