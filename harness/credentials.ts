export const PASSWORD = 'Passw0rd!'

let people = 0
export const newEmail = () => `kenji${people++}@example.com`
