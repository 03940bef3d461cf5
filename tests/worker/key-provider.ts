import { exportJWK, generateKeyPair } from 'jose'
import { listen, type Listening } from '../../harness/local/listen.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** Discovery document and key set over real HTTP; `isDown` responds with 500. */
export class KeyProvider {
  isDown = false
  keySetRequests = 0
  private listening: Listening | undefined
  private keys: { kid: string; privateKey: Key; jwk: object }[] = []

  get issuer() {
    return this.listening!.origin
  }

  async start(): Promise<this> {
    await this.addKey('first')
    this.listening = await listen((request, response) => {
      const isKeys = request.url === '/keys'
      if (isKeys) this.keySetRequests++
      const body = isKeys
        ? { keys: this.keys.map(({ jwk }) => jwk) }
        : {
            issuer: this.issuer,
            authorization_endpoint: `${this.issuer}/authorize`,
            token_endpoint: `${this.issuer}/token`,
            jwks_uri: `${this.issuer}/keys`,
          }
      response.writeHead(this.isDown ? 500 : 200, { 'Content-Type': 'application/json' })
      response.end(this.isDown ? 'down' : JSON.stringify(body))
    })
    return this
  }

  async addKey(kid: string): Promise<Key> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.keys.push({
      kid,
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    })
    return privateKey
  }

  key(kid = 'first'): Key {
    return this.keys.find((key) => key.kid === kid)!.privateKey
  }

  async stop(): Promise<void> {
    await this.listening?.stop()
  }
}
