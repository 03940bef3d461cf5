/**
 * The exports of the session that pages load on demand. A dynamic import of `session.ts` itself would make it carry the
 * module as an object in addition to the names that other scripts import.
 */
export { authorizedCall, loadUser, reloadUser } from './session.ts'
