/** A password that meets the rules. */
export const PASSWORD = 'Passw0rd!'

let people = 0
/** An address that no other person of the process has. */
export const newEmail = () => `kenji${people++}@example.com`
