/**
 * The exports of the session that are loaded on demand. A dynamic import of `session.ts` itself would add an object of the
 * whole module, and a file of the bundler's that makes it.
 */
export { loadUser, reloadUser, sendWithSession } from './session.ts'
