/** Named exports only: a dynamic import of `session.ts` would bundle its whole namespace object. */
export { loadUser, reloadUser, sendWithSession } from './session.ts'
