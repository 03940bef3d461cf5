import { call } from '../../stores/call.ts'
import { useLoad } from '../ui/use-load.ts'

/** The roles of the signed-in person; `undefined` until they are read. */
export function useOwnRoles() {
  const { value: roles, failure, load } = useLoad(() => call('moderation', 'GET /case/role', {}))
  return { roles, failure, load }
}
