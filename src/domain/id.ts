export const ID = /^[A-Za-z0-9_-]{1,32}$/
