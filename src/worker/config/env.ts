/** What only some deployments set; bindings common to all are generated from `wrangler.toml`. */
declare global {
  interface Env {
    /** Root key of every keyed hash, signature and seal: at least 32 random characters. */
    SECRET: string
    /** The `SECRET` before, while it is being changed: its sessions, passwords and waiting mail are still read. */
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
    /**
     * Where a service is: the address below which its paths stand (https, or http on this machine), or a binding to a
     * worker that answers those paths. Neither: embedded in this worker. Both: a mistake, told by `/healthz`.
     */
    QUESTION_SERVICE_URL?: string
    AUTH_SERVICE_URL?: string
    COMMENT_SERVICE_URL?: string
    USER_SERVICE_URL?: string
    ACCOUNT_SERVICE_URL?: string
    QUESTION_SERVICE?: Fetcher
    AUTH_SERVICE?: Fetcher
    COMMENT_SERVICE?: Fetcher
    USER_SERVICE?: Fetcher
    ACCOUNT_SERVICE?: Fetcher
    /**
     * What this gateway proves itself with to a service at an address, at least 32 characters: that service's
     * `SERVICES_KEY`. Without it the service is not told the visitor's address.
     */
    QUESTION_SERVICE_KEY?: string
    AUTH_SERVICE_KEY?: string
    COMMENT_SERVICE_KEY?: string
    USER_SERVICE_KEY?: string
    ACCOUNT_SERVICE_KEY?: string
    /** Services worker only: what gateways must know that call it by HTTP. Without it only bindings reach it. */
    SERVICES_KEY?: string
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
