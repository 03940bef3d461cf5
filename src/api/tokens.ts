import { storages } from './storage.ts'

export interface Tokens {
  accessToken: string
  updateToken: string
}

export function storedTokens(): (Tokens & { storage: Storage }) | undefined {
  for (const storage of storages()) {
    const accessToken = storage.getItem('AccessToken')
    const updateToken = storage.getItem('UpdateToken')
    if (accessToken && updateToken) return { accessToken, updateToken, storage }
  }
  return undefined
}

export function storeTokens(storage: Storage, { accessToken, updateToken }: Tokens): void {
  storage.setItem('AccessToken', accessToken)
  storage.setItem('UpdateToken', updateToken)
}
