import { unseal } from '../keys/seal.ts'

/** The value that moderation sealed for the row `id`; `undefined` when it is erased or cannot be read. */
export async function opened<Value>(
  env: Env,
  id: string | null,
  sealed: string | null,
): Promise<Value | undefined> {
  return id && sealed ? unseal<Value>(env, 'moderation', id, sealed) : undefined
}
