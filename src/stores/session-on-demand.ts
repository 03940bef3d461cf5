/**
 * What a page imports of the session when it needs it. Imported itself, the session's file would have to carry the
 * module as an object beside the names that other scripts import.
 */
export { authorizedCall, loadUser, reloadUser } from './session.ts'
