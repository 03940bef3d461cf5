import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../api/result.ts'
import type { Role } from '../../domain/moderation.ts'
import { call } from '../../stores/call.ts'

/** The roles of the signed-in person; `undefined` until they are read. */
export function useOwnRoles() {
  const [roles, setRoles] = useState<readonly Role[]>()
  const [failure, setFailure] = useState<Failure>()
  const load = useCallback(async () => {
    const result = await call('moderation', 'GET /case/role', {})
    if (!result.ok) return setFailure(result)
    setFailure(undefined)
    setRoles(result.results)
  }, [])
  useEffect(() => void load(), [load])
  return { roles, failure, load }
}
