export const SECRET = 'the secret of the tests, 43 characters or more, never used'
export const PASSWORD = 'Kawaguchi-7'

let people = 0
export const newEmail = () => `kenji${people++}@example.com`
